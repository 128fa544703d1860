"""Provides the guest's kernel: Debian's own, which is unpacked into a folder and not installed."""
import glob
import lzma
import os
import re
import shutil
import struct
import subprocess
import tempfile
import zlib

import vkms
from packages import as_root, fetch, run

MODULE_FOLDERS = ['drivers/gpu/drm', 'drivers/virtio', 'drivers/input', 'drivers/char', 'drivers/video', 'drivers/hid', 'drivers/usb',
                  'drivers/i2c', 'drivers/acpi', 'net/9p', 'fs', 'lib', 'crypto']


class Kernel:
    """A kernel image that QEMU boots directly, and the folder of its modules."""

    def __init__(self, folder):
        self.image = f'{folder}/vmlinux'
        self.modules = f'{folder}/modules'


def prepare(cache):
    """Returns the kernel in the folder `cache`, after downloading and unpacking it if necessary."""
    cached = glob.glob(f'{cache}/linux-image-*/modules/vkms.ko')
    if cached:
        return Kernel(os.path.dirname(os.path.dirname(cached[0])))
    os.makedirs(cache, exist_ok=True)
    package = newest_package()
    print(f'virtual machine: downloading {package} …', flush=True)
    # Unpacked in a temporary folder and moved when complete, so that the next run never finds an incomplete
    # kernel.
    with tempfile.TemporaryDirectory(dir=cache) as folder:
        fetch(package, folder)
        unpack(folder, f'{folder}/kernel')
        vkms.build(package.removeprefix('linux-image-'), f'{folder}/kernel/modules/vkms.ko')
        shutil.move(f'{folder}/kernel', f'{cache}/{package}')
    return Kernel(f'{cache}/{package}')


def prepare_newer(cache):
    """Returns a kernel of at least 6.8 in the folder `cache`, after downloading it if necessary; None if Debian has none.

    It has no vkms.
    """
    cached = glob.glob(f'{cache}/newer/linux-image-*/vmlinux')
    if cached:
        return Kernel(os.path.dirname(cached[0]))
    names = run('apt-cache', 'pkgnames', 'linux-image-').split()
    found = [(tuple(int(part) for part in match[1].split('.')), match[0]) for match in
             (re.fullmatch(r'linux-image-(\d+(?:\.\d+)+)(?:[+-][a-z0-9.]+)?-amd64', name) for name in names) if match]
    version, package = max(found, default=((0,), ''))
    if version < (6, 8):
        return None
    print(f'virtual machine: downloading {package} …', flush=True)
    os.makedirs(f'{cache}/newer', exist_ok=True)
    with tempfile.TemporaryDirectory(dir=cache) as folder:
        fetch(package, folder)
        unpack(folder, f'{folder}/kernel')
        shutil.move(f'{folder}/kernel', f'{cache}/newer/{package}')
    return Kernel(f'{cache}/newer/{package}')


def newest_package():
    """Returns the name of the package that `linux-image-amd64` depends on."""
    for has_fresh_index in (False, True):
        if has_fresh_index:
            run(*as_root('apt-get', 'update'))
        depends = run('apt-cache', 'depends', 'linux-image-amd64', check=False)
        found = re.search(r'Depends: (linux-image-\S+)', depends)
        if found:
            return found[1]
    raise OSError('apt-cache knows no linux-image-amd64: is this a Debian for x86-64?')


def unpack(folder, destination):
    """Unpacks the kernel and its modules from the package in `folder`."""
    package, = glob.glob(f'{folder}/*.deb')
    raw = f'{folder}/raw'
    os.mkdir(raw)
    patterns = ['./boot/vmlinuz-*'] + [f'./lib/modules/*/kernel/{name}/*' for name in MODULE_FOLDERS]
    archive = subprocess.Popen(['dpkg-deb', '--fsys-tarfile', package], stdout=subprocess.PIPE)
    subprocess.run(['tar', '-x', '-C', raw, '--wildcards', *patterns], stdin=archive.stdout, check=True)
    archive.stdout.close()
    if archive.wait() != 0:
        raise OSError(f'{package} cannot be unpacked')
    os.mkdir(destination)
    modules, = glob.glob(f'{raw}/lib/modules/*')
    shutil.move(modules, f'{destination}/modules')
    compressed, = glob.glob(f'{raw}/boot/vmlinuz-*')
    with open(compressed, 'rb') as file, open(f'{destination}/vmlinux', 'wb') as image:
        image.write(executable_in(file.read()))


def executable_in(image):
    """Extracts the ELF file of the kernel from its self-extracting image. QEMU boots it directly, which saves seconds.

    The offsets are those of the boot protocol (Documentation/x86/boot.rst): setup_sects, payload_offset and payload_length.
    """
    setup_sectors = image[0x1F1] or 4
    offset, length = struct.unpack_from('<II', image, 0x248)
    payload = image[(setup_sectors + 1) * 512 + offset:][:length]
    if payload.startswith(b'\xfd7zXZ\0'):
        executable = lzma.LZMADecompressor().decompress(payload)
    elif payload.startswith(b'\x28\xb5\x2f\xfd'):
        # The kernel's build appends the size in four bytes.
        executable = subprocess.run(['zstd', '-dc'], input=payload[:-4], stdout=subprocess.PIPE, check=True).stdout
    elif payload.startswith(b'\x1f\x8b'):
        executable = zlib.decompressobj(31).decompress(payload)
    else:
        raise OSError(f'the kernel is compressed in an unknown format; it begins with {payload[:6].hex()}')
    if not executable.startswith(b'\x7fELF'):
        raise OSError('the kernel image contains no executable')
    return executable
