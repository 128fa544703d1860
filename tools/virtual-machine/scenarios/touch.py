"""Scenarios that plug and unplug touch panels. Each returns a description of what is wrong, or ''."""
import os

from .stage import TOP

GUEST = {'/guest/touch-functions.sh': f'{TOP}/tools/virtual-machine/guest/touch-functions.sh'}
SIZE = (320, 240)


def run(stage, script, *arguments, timeout=180):
    """Runs a script with the program touch-panel, and prints its figures."""
    problem = stage.run('virtio', script, list(arguments), GUEST, size=SIZE, timeout=timeout, programs=['touch-panel'])
    if not problem:
        print(f'{os.path.basename(stage.out)}: {stage.figure("figures")}', flush=True)
    return problem


def replug(count, timeout=180):
    """A panel is plugged in late, and unplugged and plugged in again while a finger is down."""
    return lambda stage: run(stage, 'touch-replug.sh', str(count), timeout=timeout)


def names(stage):
    """A board names a panel of protocol A: its keyboard is not taken for it, and a second finger does not move the picture."""
    return run(stage, 'touch-names.sh')


SCENARIOS = {'touch-replug': replug(5), 'touch-names': names}
# Fifty times take a minute or more.
LONG = {'touch-replug-50': replug(50, timeout=600)}
