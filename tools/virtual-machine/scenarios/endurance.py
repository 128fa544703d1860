"""A program that has nothing to do for a long time. Returns what is wrong, or ''."""
from .touch import GUEST


def rest(stage):
    """A map rests for a minute, with a touchscreen, a console and a screen that may be unplugged."""
    problem = stage.run('virtio', 'rest.sh', ['demo', 'town', '--display', 'drm'], GUEST, size=(320, 240),
                        programs=['touch-panel'])
    woken, drawn = stage.figure('wake-ups'), stage.figure('frames')
    print(f'rest-60: in 60 s wake-ups {woken}, frames {drawn}', flush=True)
    if problem:
        return problem
    return '' if (woken, drawn) == ('0', '0') else f'at rest the program woke {woken} times and drew {drawn} frames'


SCENARIOS = {}
LONG = {'rest-60': rest}
