"""The programs that Cartouche is compared with: drawing libraries of Debian, with the same scenes and the same timing."""
import os
import re
import shutil
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))
FLAGS = {
    'cairo': ['cairo', 'cairo-ft', 'freetype2'],
    'pixman': ['pixman-1'],
    'agg': ['libagg'],
    'qt': ['Qt6Gui', 'Qt6Widgets'],
}


class Peers:
    """The peer programs, which are built in `folder` and draw the scenes in `scenes`."""

    def __init__(self, folder, scenes, cpu):
        self.folder, self.scenes = folder, scenes
        self.pin = ['taskset', '-c', cpu] if shutil.which('taskset') else []
        os.makedirs(folder, exist_ok=True)
        self.build('memory', [])
        for name, packages in FLAGS.items():
            found = subprocess.run(['pkg-config', '--cflags', '--libs', *packages], stdout=subprocess.PIPE,
                                   stderr=subprocess.DEVNULL, text=True)
            # In some releases, Debian's libagg has no pkg-config file.
            flags = found.stdout.split() if found.returncode == 0 else ['-I/usr/include/agg2', '-lagg']
            self.build(name, flags + (['-fPIC'] if name == 'qt' else []))
        self.names = list(FLAGS)

    def build(self, name, flags):
        """Builds a peer if its source is newer than its program."""
        source, program = f'{HERE}/peers/{name}.cpp', f'{self.folder}/{name}'
        newest = max(os.path.getmtime(path) for path in (source, f'{HERE}/peers/scene.h'))
        if not os.path.exists(program) or os.path.getmtime(program) < newest:
            subprocess.run(['g++', '-O3', '-march=native', '-o', program, source, *flags], check=True)

    def run(self, line):
        """Runs a command on the shared processor."""
        environment = dict(os.environ, SCENES_DIR=self.scenes, QT_LOGGING_RULES='*=false')
        environment.setdefault('XDG_RUNTIME_DIR', '/tmp')
        return subprocess.run(self.pin + line, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True, timeout=300)

    def median(self, name, scene, size):
        """Returns the milliseconds per frame, or None if the peer lacks a feature of the scene."""
        run = self.run([f'{self.folder}/{name}', scene, *size.split('x'), '0'])
        return median_in(run, f'{name} {scene}')

    def memset(self, size):
        """Returns the milliseconds that memset of a frame takes."""
        run = self.run([f'{self.folder}/memory', *size.split('x')])
        return float(re.search(r'memset.*?median ([\d.]+)', run.stdout)[1])

    def draw(self, name, scene, size, path):
        """Draws a scene and writes it to `path` as a portable pixmap. Returns whether the peer can draw it."""
        run = self.run([f'{self.folder}/{name}', scene, *size.split('x'), '1', path])
        return run.returncode == 0 and 'n/a' not in run.stdout


def median_in(run, description):
    """Returns the median that a run printed. Prints the error if the run failed."""
    found = re.search(r'median\s+([\d.]+)', run.stdout)
    if found:
        return float(found[1])
    if 'n/a' not in run.stdout:
        print(f'{description}: status {run.returncode}: {run.stderr.strip()[-200:]}')
    return None
