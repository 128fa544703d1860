"""Scenarios with the seat daemon seatd, which opens the devices. Each returns what is wrong, or ''."""
import glob
import os
import shutil
import subprocess
import tempfile

from packages import fetch

from .session import away, drawing
from .stage import TOP


def seatd():
    """Returns the files of seatd and libseat for the guest. They are not installed on this machine, where a daemon would start."""
    folder = f'{TOP}/out/vm/packages'
    files = {'/usr/bin/seatd': f'{folder}/seatd', '/usr/lib/libseat.so.1': f'{folder}/libseat.so.1'}
    functions = {'/guest/seat-functions.sh': f'{TOP}/tools/virtual-machine/guest/seat-functions.sh'}
    if not all(os.path.exists(path) for path in files.values()):
        os.makedirs(folder, exist_ok=True)
        with tempfile.TemporaryDirectory() as work:
            for package in ('seatd', 'libseat1'):
                fetch(package, work)
            for package in glob.glob(f'{work}/*.deb'):
                subprocess.run(['dpkg-deb', '-x', package, f'{work}/files'], check=True)
            for path in files.values():
                found, = glob.glob(f'{work}/files/usr/sbin/{os.path.basename(path)}') + glob.glob(f'{work}/files/usr/lib/*/{os.path.basename(path)}')
                shutil.copy(found, path)
    return {**files, **functions}


def shared(rounds):
    """A user in no group draws through seatd. Another console comes to the front and goes, and touches work after that."""
    def scenario(stage):
        return away('virtio', 'drm', 'seat', rounds, seatd())(stage)
    return scenario


def gone(stage):
    """seatd is killed: the program ends with a sentence, for a user and for root. Then it runs without seatd, as before."""
    path = drawing(stage)
    problem = (stage.run('virtio', 'session-seat-gone.sh', ['draw', '/drawing.svg', '--display', 'drm'], {'/drawing.svg': path, **seatd()},
                         size=(320, 240), programs=['vt', 'as-user'])
               or stage.expect('user', 'draw', path, '--size', '320x240') or stage.expect('alone', 'draw', path, '--size', '320x240'))
    print(f'session-seat-gone: ended after {stage.figure("end-time")} ms; pixels differing: {problem or "0"}', flush=True)
    return problem


SCENARIOS = {'session-seat': shared((3, 1))}
LONG = {'session-seat-20': shared((20, 1)), 'session-seat-gone': gone}
