"""A virtual machine that boots, runs one shell script, and powers off."""
import os
import shlex
import subprocess
import tempfile

from control import Control
from initramfs import Archive, Modules

HERE = os.path.dirname(os.path.abspath(__file__))

# For each display: QEMU's device, or None if there is none, and the kernel's module.
DISPLAYS = {
    'virtio': ('virtio-gpu-pci,id=gpu,xres={width},yres={height}', 'virtio-gpu'),
    'virtio-2': ('virtio-gpu-pci,id=gpu,xres={width},yres={height},max_outputs=2', 'virtio-gpu'),
    'bochs': ('VGA,vgamem_mb=64,xres={width},yres={height}', 'bochs'),
    'cirrus': ('cirrus-vga', 'cirrus'),
    'vkms': (None, 'vkms'),
    'vfb': (None, 'vfb'),
}


class Machine:
    """A virtual machine.

    kernel     a `Kernel`
    display    a name of `DISPLAYS`, several joined by +, or '' for none
    size       the preferred mode of the display, if the device has an option for it
    modules    names of further kernel modules; after a name may follow parameters, as in 'vfb vfb_enable=1'
    devices    arguments of further -device options of QEMU
    options    further options of QEMU; {folder} stands for the folder of the machine's sockets
    kernel_arguments  further arguments of the kernel
    """

    def __init__(self, kernel, display, size=(800, 480), modules=(), devices=(), options=(), kernel_arguments=''):
        self.kernel = kernel
        displays = [DISPLAYS[name] for name in display.split('+') if name]
        self.devices = [device.format(width=size[0], height=size[1]) for device, _ in displays if device] + list(devices)
        self.modules = [module for _, module in displays] + list(modules)
        self.options, self.kernel_arguments = list(options), kernel_arguments

    def run(self, script, arguments, files, out, timeout=180):
        """Boots, runs `script` (a file in the folder guest) with `arguments`, and powers off.

        files     {path in the guest: path on the host}; the shared libraries of programs are included
        out       the folder of the results, which is /out in the guest; screenshots are written there too
        returns   the exit status of the script, or None if it did not finish
        """
        os.makedirs(out, exist_ok=True)
        for name in os.listdir(out):
            os.unlink(os.path.join(out, name))
        with tempfile.TemporaryDirectory() as folder:
            self._archive(script, arguments, files).write(f'{folder}/initramfs')
            machine = subprocess.Popen(self._command(folder, out), stdin=subprocess.DEVNULL)
            control = Control(folder, out)
            control.start()
            try:
                machine.wait(timeout)
            except subprocess.TimeoutExpired:
                machine.kill()
                machine.wait()
        try:
            with open(f'{out}/status') as file:
                return int(file.read())
        except (OSError, ValueError):
            return None

    def _archive(self, script, arguments, files):
        archive, modules = Archive(), Modules(self.kernel.modules)
        for name in ('dev', 'proc', 'sys', 'tmp', 'root', 'out', 'run', 'sbin', 'usr/bin', 'usr/sbin'):
            archive.add_folder(name)
        # Touches are injected through uinput; the virtio modules connect the guest with the host.
        parameters = {}
        for module in ('virtio_pci', 'virtio_console', '9pnet_virtio', '9p', 'evdev', 'uinput', *self.modules):
            name, _, parameters[name] = module.partition(' ')
            modules.add(name)
        for name, data in modules.data.items():
            archive.add(f'modules/{name}.ko', data, 0o644)
        order = [f'{name} {parameters.get(name, "")}\n' for name in modules.data]
        archive.add('modules/order', ''.join(order).encode(), 0o644)
        library_folders = set()
        for guest_path, path in files.items():
            library_folders.update(os.path.dirname(library) for library in archive.add_program(path, guest_path))
        archive.add_program('/bin/busybox', 'bin/busybox')
        for name in ('init', 'functions.sh', script):
            with open(f'{HERE}/guest/{name}', 'rb') as file:
                archive.add(name if name == 'init' else f'guest/{name}', file.read())
        archive.add('guest/environment', f'LD_LIBRARY_PATH={":".join(sorted(library_folders))}\n'.encode())
        archive.add('guest/run', f'. /guest/{script}\n'.encode())
        archive.add('guest/arguments', (shlex.join(arguments) + '\n').encode())
        return archive

    def _command(self, folder, out):
        # Always emulated, because nested virtual machines may hang with acceleration. The console's cursor
        # is off, because it would blink in screenshots. On a busy host an emulated time stamp counter can run
        # too fast, so the guest's clock is the HPET.
        return [
            'qemu-system-x86_64', '-machine', 'q35', '-accel', 'tcg', '-m', '1024', '-nodefaults', '-no-user-config',
            '-display', 'none', '-no-reboot', '-kernel', self.kernel.image, '-initrd', f'{folder}/initramfs', '-append',
            'console=ttyS0 quiet panic=-1 mitigations=off clocksource=hpet no_timer_check vt.global_cursor_default=0 ' + self.kernel_arguments,
            '-serial', f'file:{out}/serial', *(argument for device in self.devices for argument in ('-device', device)),
            *(option.replace('{folder}', folder) for option in self.options),
            '-qmp', f'unix:{folder}/qmp,server=on,wait=off', '-device', 'virtio-serial-pci',
            '-chardev', f'socket,id=control,path={folder}/control,server=on,wait=off',
            '-device', 'virtserialport,chardev=control,name=control',
            '-fsdev', f'local,id=out,path={out},security_model=none', '-device', 'virtio-9p-pci,fsdev=out,mount_tag=out']
