"""What a scenario runs in: the program, the guest's kernel, and a folder for the files of the run."""
import os
import subprocess

import kernel
from images import difference
from machine import Machine
from programs import compiled

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
SHARED = os.environ.get('CARTOUCHE_SHARED', os.path.join(os.path.dirname(TOP), 'shared'))

# The standard fonts of Cartouche. Maps have labels, so every scenario needs them.
FONTS = [f'/usr/share/fonts/truetype/{name}' for name in (
    'dejavu/DejaVuSans.ttf', 'dejavu/DejaVuSans-Bold.ttf', 'dejavu/DejaVuSerif.ttf', 'dejavu/DejaVuSerif-Bold.ttf',
    'dejavu/DejaVuSansMono.ttf', 'dejavu/DejaVuSansMono-Bold.ttf', 'lohit-devanagari/Lohit-Devanagari.ttf', 'wqy/wqy-microhei.ttc',
    'tlwg/Waree.ttf', 'tlwg/Waree-Bold.ttf')]


class Stage:
    """The environment of a scenario: the program, the guest's kernel, and a folder for the files of the run."""

    def __init__(self, program, kernel, name):
        self.program, self.kernel, self.name = program, kernel, name
        self.out = f'{TOP}/out/vm/{name}'

    def run(self, display, script, arguments=(), files=None, size=(800, 480), timeout=180, programs=(), **machine):
        """Runs a script in a virtual machine. Returns its output if it failed, else ''.

        programs  names of helper programs in the folder programs, which are compiled to /usr/bin of the guest
        machine   further arguments of `Machine`
        """
        machine = Machine(self.kernel, display, size, **machine)
        fonts = {font: font for font in FONTS if os.path.exists(font)}
        helpers = {f'/usr/bin/{name}': compiled(name, f'{TOP}/out/vm/programs') for name in programs}
        files = {**fonts, **helpers, **(files or {})}
        status = machine.run(script, arguments, {'/usr/bin/cartouche': self.program, **files}, self.out, timeout)
        if status == 0:
            return ''
        return f'status {status}: ' + ''.join(read(f'{self.out}/{name}') for name in ('log', 'stderr', 'serial')).strip()

    def use_newer_kernel(self):
        """Makes `run` boot a kernel of at least 6.8. Returns a description of what is wrong, or ''."""
        self.kernel = kernel.prepare_newer(f'{TOP}/.build-vm')
        return '' if self.kernel else 'Debian has no kernel of at least 6.8 for this release'

    def board(self, kind):
        """Returns the arguments of cartouche that choose how modes are set: atomic, which is the default, or legacy."""
        return ['--board', '/board.yaml'] if kind == 'legacy' else []

    def board_file(self, kind):
        """Returns the file for `board`, as in `run`."""
        if kind != 'legacy':
            return {}
        os.makedirs(self.out, exist_ok=True)
        with open(f'{self.out}.yaml', 'w') as file:
            file.write('display:\n  atomic: false\n')
        return {'/board.yaml': f'{self.out}.yaml'}

    def expect(self, screenshot, *arguments):
        """Compares a screenshot of the guest with the frame that the program dumps on this machine. Returns the difference."""
        expected = f'{self.out}/{screenshot}-expected.ppm'
        run = subprocess.run([self.program, *arguments, '--dump-frame', expected], stdin=subprocess.DEVNULL,
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if run.returncode != 0:
            return f'cartouche {" ".join(arguments)}: status {run.returncode}: {run.stdout}'
        return difference(expected, f'{self.out}/{screenshot}.ppm', f'{self.out}/{screenshot}-difference.ppm')


    def figure(self, name):
        """Returns the content of a file that the script wrote to /out, or '' if there is none."""
        return read(f'{self.out}/{name}').strip()


def read(path):
    """Returns the content of a text file, or '' if there is none."""
    try:
        with open(path, errors='replace') as file:
            return file.read()
    except OSError:
        return ''
