"""Scenarios of a desk with a mouse, a tablet or a keyboard. Each returns a description of what is wrong, or ''."""
import os

from .session import drawing
from .touch import GUEST, SIZE, crossing

POINT = (37, 61)


def pointer(kind):
    """A click is at its pixel, a drag moves a map, a wheel zooms it as --zoom does, and a hidden pointer wakes nothing."""
    def scenario(stage):
        x, y = POINT
        problem = stage.run('virtio', 'desk-pointer.sh', [kind, str(x), str(y)], GUEST, size=SIZE, timeout=400,
                            modules=['virtio_input'], devices=[f'virtio-{kind}-pci,id=desk'])
        found = crossing(f'{stage.out}/clicked.ppm') if not problem else None
        if not problem and found != POINT:
            problem = f'the click at {POINT} is at {found}; see {stage.out}'
        problem = problem or stage.expect('zoomed', 'map', '--zoom', '14.5', '--size', f'{SIZE[0]}x{SIZE[1]}')
        print(f'{os.path.basename(stage.out)}: {stage.figure("figures")}; pixels differing from --zoom 14.5: {problem or "0"}', flush=True)
        return problem
    return scenario


def keyboard(stage):
    """Keys show another console and come back, and end the program; a board forbids it. No key reaches the hidden console."""
    problem = stage.run('virtio', 'desk-keyboard.sh', ['draw', '/drawing.svg', '--display', 'drm'], {'/drawing.svg': drawing(stage)},
                        size=SIZE, programs=['vt'])
    print(f'desk-keyboard: {stage.figure("figures")}', flush=True)
    return problem


SCENARIOS = {'desk-mouse': pointer('mouse')}
LONG = {'desk-tablet': pointer('tablet'), 'desk-keyboard': keyboard}
