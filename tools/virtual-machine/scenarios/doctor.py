"""Scenarios of the doctor's report and of the service manager. Each returns a description of what is wrong, or ''."""
from .session import drawing
from .touch import GUEST


def doctor(stage):
    """The report of a healthy machine, and of five faults. The commands that mend two of them are run."""
    problem = stage.run('virtio', 'doctor.sh', ['draw', '/drawing.svg', '--display', 'drm'], {**GUEST, '/drawing.svg': drawing(stage)},
                        size=(320, 240), programs=['hold', 'vt', 'as-user', 'touch-panel'])
    print(f'doctor: faults mended by the command in the report: {stage.figure("mended")}', flush=True)
    return problem


def service(stage):
    """A service manager with a watchdog follows a program that waits for a screen, shows frames, rests and ends."""
    path = drawing(stage)
    problem = (stage.run('virtio', 'service.sh', ['draw', '/drawing.svg', '--display', 'drm'], {'/drawing.svg': path}, size=(320, 240),
                         programs=['service-manager'])
               or stage.expect('shown', 'draw', path, '--size', '320x240'))
    signs, woken = (stage.figure('figures') or '? ?').split()
    print(f'service: signs of life in 5 s at rest, with a watchdog of 2 s: {signs}; wake-ups {woken}; pixels differing: {problem or "0"}',
          flush=True)
    return problem


SCENARIOS = {'doctor': doctor, 'service': service}
