"""Scenarios that plug and unplug touch panels. Each returns a description of what is wrong, or ''."""
import os

from images import Image

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


def turned(stage):
    """A touch is at the touched pixel, for each rotation of the screen, with a mirrored panel and without."""
    x, y = 37, 61
    problem = stage.run('virtio', 'touch-turned.sh', [str(x), str(y)], GUEST, size=SIZE, programs=['touch-panel'])
    if problem:
        return problem
    for mirror in ('none', 'x'):
        for rotation in (0, 90, 180, 270):
            found = crossing(f'{stage.out}/{rotation}-{mirror}.ppm')
            if found != (x, y):
                return f'rotation {rotation}, mirror {mirror}: the touch of ({x}, {y}) is at {found}; see {stage.out}'
    print('touch-turned: 8 touches, each at its pixel', flush=True)
    return ''


def mounted(stage):
    """The driver says that the right side of the panel is up: frames and touches turn by a quarter, without a board."""
    x, y = 37, 61
    shown = ['demo', 'carousel']
    problem = (stage.run('virtio', 'touch-mounted.sh', [str(x), str(y), *shown], GUEST, size=SIZE, programs=['touch-panel'],
                         kernel_arguments='video=Virtual-1:panel_orientation=right_side_up')
               or stage.expect('still', *shown, '--rotate', '90', '--size', f'{SIZE[0]}x{SIZE[1]}'))
    found = crossing(f'{stage.out}/touched.ppm') if not problem else None
    if not problem and found != (x, y):
        problem = f'the touch of ({x}, {y}) is at {found}; see {stage.out}'
    print(f'touch-mounted: a touch is at its pixel, and pixels differing from a rotation of 90: {problem or "0"}', flush=True)
    return problem


def calibrate(stage):
    """A scaled and shifted panel is calibrated, and then a touch is at the touched pixel."""
    x, y = 50, 60
    problem = stage.run('virtio', 'touch-calibrate.sh', [str(x), str(y)], GUEST, size=SIZE, programs=['touch-panel'])
    found = crossing(f'{stage.out}/check.ppm') if not problem else None
    if not problem and found != (x, y):
        problem = f'the touch of ({x}, {y}) is at {found}; see {stage.out}'
    if not problem:
        print(f'touch-calibrate: {stage.figure("figures")}; a touch is at its pixel', flush=True)
    return problem


def mirror(stage):
    """The second screen is larger than the frame. A touch on either screen's panel is at the pixel that is shown there."""
    raw = (137, 101)
    problem = stage.run('virtio-2', 'touch-mirror.sh', [str(value) for value in raw], GUEST, size=(480, 320), programs=['touch-panel'])
    if problem:
        return problem
    first, second = Image.read(f'{stage.out}/touched-4.ppm'), Image.read(f'{stage.out}/second-5.ppm')
    scale = min(second.width // first.width, second.height // first.height)
    for panel, screen in (4, first), (5, second):
        times = scale if panel == 5 else 1
        expected = tuple(
            int(((value + .5) * side / steps - (side - times * own) / 2) / times)
            for value, steps, side, own in zip(raw, SIZE, (screen.width, screen.height), (first.width, first.height)))
        found = crossing(f'{stage.out}/touched-{panel}.ppm')
        if found != expected:
            return f'the touch of {raw} on the panel of {screen.width}x{screen.height} is at {found}, not {expected}; see {stage.out}'
        print(f'touch-mirror: {screen.width}x{screen.height}: a touch is at its pixel, {found}', flush=True)
    return '' if scale > 1 else 'the second screen is not larger'


def crossing(path):
    """Returns where a vertical and a horizontal line of red pixels cross; None if there is not one of each."""
    image = Image.read(path)
    red = [image.pixels[3 * i:3 * i + 3] == b'\xff\0\0' for i in range(image.width * image.height)]
    columns = [x for x in range(image.width) if all(red[x::image.width])]
    rows = [y for y in range(image.height) if all(red[y * image.width:(y + 1) * image.width])]
    return (columns[0], rows[0]) if len(columns) == len(rows) == 1 else None


SCENARIOS = {'touch-replug': replug(5), 'touch-names': names, 'touch-turned': turned,
             'touch-calibrate': calibrate}
# Fifty times take a minute or more.
LONG = {'touch-replug-50': replug(50, timeout=600), 'touch-mounted': mounted, 'touch-mirror': mirror}
