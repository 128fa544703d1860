"""Scenarios that draw, and then touch the screen. Each returns a description of what is wrong, or ''."""
import os
import subprocess

import fingers
from images import difference
from .stage import SHARED, TOP, read


def drm_touch(stage):
    """A recorded finger moves a map on a DRM display."""
    tiles = f'{SHARED}/data/tiles/liechtenstein.pmtiles'
    drag = f'{SHARED}/data/touch/Atmel maXTouch Touchscreen.1-finger-drag-up-down.events'
    description = f'{SHARED}/data/touch/Atmel maXTouch Touchscreen.desc'
    own = f'{TOP}/Tests/Recordings/one-finger-drag.evemu'
    files = {'/usr/bin/evemu-device': '/usr/bin/evemu-device', '/usr/bin/evemu-play': '/usr/bin/evemu-play'}
    if os.path.exists(tiles) and os.path.exists(drag):
        view = ['map', '--center', '47.1410,9.5209', '--zoom', '14']
        files |= {'/map.pmtiles': tiles, '/recording/events': drag, '/recording/description': description}
        here, there = view + ['--tiles', tiles], view + ['--tiles', '/map.pmtiles']
    else:
        print('drm-touch: there is no shared data, so it uses the invented town and a recording of the package', flush=True)
        drag, here, there = own, ['demo', 'town'], ['demo', 'town']
        files |= {'/recording/events': own, '/recording/description': own}
    size = ['--size', '800x480']
    return (stage.run('virtio', 'drm-touch.sh', there, files)
            or stage.expect('still', *here, *size)
            or stage.expect('moved', *here, *size, '--replay', drag))


def fbdev(stage, display='bochs', bits='32', format='xrgb8888'):
    """The town in a framebuffer with 32 bits per pixel."""
    problem = stage.run(display, 'fbdev.sh', ['demo', 'town'], {})
    if problem:
        return problem
    if read(f'{stage.out}/bits').strip() != bits:
        return f'/dev/fb0 of {display} has {read(f"{stage.out}/bits").strip()} bits per pixel instead of {bits}'
    size = read(f'{stage.out}/size').strip().replace(',', 'x')
    return stage.expect('still', 'demo', 'town', '--size', size, '--format', format)


def fbdev_565(stage):
    """The town in a framebuffer with 16 bits per pixel."""
    return fbdev(stage, display='cirrus', bits='16', format='rgb565')


def record(stage):
    """Records a finger, plays the recording and records that too. The original and all recordings move the town alike.

    That of a recorder that was killed does too, and that of one with a full disk can be played.
    """
    own = f'{TOP}/Tests/Recordings/one-finger-drag.evemu'
    files = {'/usr/bin/evemu-device': '/usr/bin/evemu-device', '/usr/bin/evemu-play': '/usr/bin/evemu-play',
             '/recording/events': own, '/recording/description': own}
    problem = stage.run('virtio', 'record.sh', [], files)
    if problem:
        return problem
    frames = {}
    for name, file in (('played', own), *((name, f'{stage.out}/{name}.evemu') for name in ('first', 'second', 'killed', 'full'))):
        frame = f'{stage.out}/{name}.ppm'
        run = subprocess.run([stage.program, 'demo', 'town', '--size', '800x480', '--replay', file, '--dump-frame', frame],
                             stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if run.returncode != 0:
            return f'--replay {file}: status {run.returncode}: {run.stdout}'
        frames[name] = frame
    for name in ('first', 'second', 'killed'):
        problem = difference(frames['played'], frames[name], f'{stage.out}/{name}-difference.ppm')
        if problem:
            return problem
    return ''


def demo(name):
    """Uses a demo and records the touches. The panel's last frame equals the last frame of a replay of the recording."""
    def scenario(stage):
        os.makedirs(stage.out, exist_ok=True)
        finger = f'{stage.out}.evemu'
        with open(finger, 'w') as file:
            file.write(fingers.recording(name))
        files = {'/usr/bin/evemu-device': '/usr/bin/evemu-device', '/usr/bin/evemu-play': '/usr/bin/evemu-play',
                 '/recording/events': finger, '/recording/description': finger}
        shown = ['demo', name]
        drawn = [*shown, '--size', '800x480']
        return (stage.run('virtio', 'demo.sh', shown, files)
                or stage.expect('still', *drawn) or stage.expect('moved', *drawn, '--replay', f'{stage.out}/session.evemu'))
    return scenario


# The demos of maps. They use a small panel, because drawing is slow in emulation.
MAPS = ['portals', 'track', 'fog', 'clusters', 'home', 'vendors']


def demos(names):
    """Uses several demos of maps, one after another in one machine, and compares as `demo` does."""
    return lambda stage: use(stage, names)


def use(stage, names):
    """Runs the scenario of `demos`."""
    os.makedirs(stage.out, exist_ok=True)
    files = {'/usr/bin/evemu-device': '/usr/bin/evemu-device', '/usr/bin/evemu-play': '/usr/bin/evemu-play'}
    for name in names:
        files[f'/recording/{name}'] = f'{stage.out}-{name}.evemu'
        with open(files[f'/recording/{name}'], 'w') as file:
            file.write(fingers.recording(name))
    problem = stage.run('virtio', 'demos.sh', names, files, size=(480, 320), timeout=600)
    for name in names:
        drawn = ['demo', name, '--size', '480x320', '--replay', f'{stage.out}/{name}.evemu']
        problem = problem or stage.expect(f'{name}-moved', *drawn)
    return problem


SCENARIOS = {'drm-touch': drm_touch, 'record': record, 'carousel': demo('carousel'), 'fbdev': fbdev}
# These run only by name, because the emulated processor draws slowly. Six towns take minutes.
LONG = {'belt': demo('belt'), 'demos': demos(['clusters', 'home']), 'all-demos': demos(MAPS), 'fbdev-565': fbdev_565}
