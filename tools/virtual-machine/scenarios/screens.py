"""Scenarios of screens that come, go and change. Each returns a description of what is wrong, or ''."""
import os
import subprocess

import fingers
import programs
from images import Image

CONTENT = ['demo', 'carousel']


def plug(stage):
    """The screen is absent at first, plugged in, unplugged, and plugged in again."""
    problem = stage.run('virtio', 'screen-plug.sh', CONTENT, size=(480, 320))
    if problem:
        return problem
    drawn = [*CONTENT, '--size', '480x320']
    problem = stage.expect('late', *drawn) or stage.expect('again', *drawn)
    times = {name: int(stage.figure(f'{name}-time')) * 10 for name in ('late', 'again')}
    wake_ups = {name: int(stage.figure(f'{name}-wake-ups')) for name in ('absent', 'shown', 'unplugged')}
    print(f'screen-plug: first frame {times["late"]} ms and {times["again"]} ms after the plug; '
          f'wake-ups in 3 s without a screen {wake_ups["absent"]} and {wake_ups["unplugged"]}, '
          f'at rest with one {wake_ups["shown"]}; '
          f'pixels differing: {problem or "0"}', flush=True)
    if max(wake_ups.values()) > 4:  # once a second, and one at the edge
        return f'the program wakes {max(wake_ups.values())} times in 3 s without a screen'
    if wake_ups['shown']:
        return f'the program wakes {wake_ups["shown"]} times in 3 s at rest'
    return problem


def mode(stage):
    """The screen gets another mode, and its first one again."""
    problem = stage.run('virtio', 'screen-mode.sh', CONTENT, options=['-vnc', 'unix:{folder}/vnc'])
    for size in ('640x400', '800x480'):
        problem = problem or stage.expect(size, *CONTENT, '--size', size)
    print(f'screen-mode: pixels differing after 640x400 and 800x480: {problem or "0"}', flush=True)
    return problem


def default(shown):
    """The screen is replaced by one without the requested size, which uses its default mode."""
    def scenario(stage):
        problem = (stage.run('virtio', 'screen-default.sh', [*shown, '--size', '480x320'], size=(480, 320),
                             options=['-vnc', 'unix:{folder}/vnc'])
                   or stage.expect('default', *shown, '--size', '640x400'))
        print(f'{os.path.basename(stage.out)}: pixels differing: {problem or "0"}', flush=True)
        return problem
    return scenario


def taken(kind):
    """An earlier program left a cursor on the screen, which has the wanted mode: the cursor goes, the mode stays."""
    def scenario(stage):
        problem = (stage.run('virtio', 'screen-taken.sh', [*CONTENT, *stage.board(kind)], stage.board_file(kind), size=(480, 320),
                             programs=['cursor'], kernel_arguments='log_buf_len=4M')
                   or stage.expect('still', *CONTENT, '--size', '480x320'))
        modes, commits, flips = (int(stage.figure(name) or 0) for name in ('mode-sets', 'commits', 'flips'))
        print(f'{os.path.basename(stage.out)}: modes set {modes}, atomic commits {commits}, other flips {flips}; '
              f'pixels differing: {problem or "0"}', flush=True)
        if not problem and modes != 0:
            return f'the mode that was on was set {modes} times'
        if not problem and (commits > 0, flips > 0) != (kind == 'atomic', kind == 'legacy'):
            return f'{commits} atomic commits and {flips} other flips are not those of a driver that is {kind}'
        return problem
    return scenario


def held(stage):
    """Another program owns the only card: status 1 and its name."""
    return stage.run('virtio', 'screen-held.sh', ['1', *CONTENT], size=(480, 320), programs=['hold'])


def second(stage):
    """Another program owns the first card, so the second is used."""
    problem = (stage.run('vkms+virtio', 'screen-held.sh', ['draws', *CONTENT], size=(480, 320), programs=['hold'])
               or stage.expect('still', *CONTENT, '--size', '480x320'))
    print(f'screen-second: pixels differing: {problem or "0"}', flush=True)
    return problem


def none(stage):
    """There is neither a card nor a framebuffer: status 1 and both reasons."""
    return stage.run('', 'screen-none.sh', CONTENT)


def unbound(state):
    """The driver of the card is unbound: status 1, a sentence, and the console in text mode."""
    return lambda stage: stage.run('virtio', 'screen-unbound.sh', [state, *CONTENT], size=(480, 320), programs=['console-mode'])


def faults(kind):
    """The card refuses modes, tests and page flips, loses a flip, and reports none. The picture comes all the same."""
    def scenario(stage):
        os.makedirs(stage.out, exist_ok=True)
        finger, library = f'{stage.out}.evemu', f'{stage.out}.so'
        with open(finger, 'w') as file:
            file.write(fingers.recording('carousel'))
        subprocess.run(['cc', '-D_GNU_SOURCE', '-O1', '-Wall', '-Wextra', '-Werror', '-shared', '-fPIC', '-o', library,
                        f'{programs.HERE}/refuse.c'], check=True)
        files = {'/usr/bin/evemu-device': '/usr/bin/evemu-device', '/usr/bin/evemu-play': '/usr/bin/evemu-play',
                 '/recording/events': finger, '/recording/description': finger, '/usr/lib/refuse.so': library}
        problem = stage.run('virtio', 'screen-faults.sh', [kind, *CONTENT, *stage.board(kind)], files | stage.board_file(kind), size=(320, 240))
        for name in ('still', 'lost', 'silent', *(['default'] if kind == 'atomic' else [])):
            problem = problem or stage.expect(name, *CONTENT, '--size', '320x240')
        print(f'{os.path.basename(stage.out)}: flips accepted after two refused {stage.figure("flips")}, without reports '
              f'{stage.figure("silent-flips")}; pixels differing: {problem or "0"}', flush=True)
        return problem
    return scenario


def stays(stage):
    """Nothing was on the screen before the program: its last picture stays after the end. Frames name the changed pixels."""
    os.makedirs(stage.out, exist_ok=True)
    finger = f'{stage.out}.evemu'
    with open(finger, 'w') as file:
        file.write(fingers.recording('carousel'))
    files = {'/usr/bin/evemu-device': '/usr/bin/evemu-device', '/usr/bin/evemu-play': '/usr/bin/evemu-play',
             '/recording/events': finger, '/recording/description': finger}
    problem = (stage.use_newer_kernel()
               or stage.run('virtio', 'screen-stays.sh', CONTENT, files, size=(320, 240), modules=['drm_kms_helper fbdev_emulation=0'],
                            kernel_arguments='log_buf_len=16M')
               or stage.expect('still', *CONTENT, '--size', '320x240'))
    print(f'screen-stays: {os.path.basename(os.path.dirname(stage.kernel.image))}: flips with changed pixels {stage.figure("clips")} of '
          f'{stage.figure("flips")}; pixels differing, and after the end: {problem or "0"}', flush=True)
    return problem


def mirror(stage):
    """Two screens in one mode show the same pixels. Either is unplugged and plugged in again."""
    drawn = [*CONTENT, '--size', '800x600']
    problem = stage.run('virtio-2', 'screen-mirror.sh', drawn, size=(800, 600))
    for name in ('still', 'second', 'alone', 'again'):
        problem = problem or stage.expect(name, *drawn)
    print(f'screen-mirror: pixels differing on two screens, and on either alone: {problem or "0"}', flush=True)
    return problem


def mirror_enlarged(stage):
    """The second screen is larger: it shows the frame enlarged by a whole number, between black bars."""
    problem = (stage.run('virtio-2', 'screen-mirror.sh', CONTENT, size=(480, 320))
               or stage.expect('still', *CONTENT, '--size', '480x320'))
    if problem:
        return problem
    small, large = (Image.read(f'{stage.out}/{name}.ppm') for name in ('still', 'second'))
    problem = stage.expect('alone', *CONTENT, '--size', f'{large.width}x{large.height}')
    scale = min(large.width // small.width, large.height // small.height)
    left, top = (large.width - small.width * scale) // 2, (large.height - small.height * scale) // 2
    differing = 0
    for y in range(large.height):
        for x in range(large.width):
            column, row = (x - left) // scale, (y - top) // scale
            inside = 0 <= column < small.width and 0 <= row < small.height
            start = 3 * (row * small.width + column)
            expected = small.pixels[start:start + 3] if inside else bytes(3)
            position = 3 * (y * large.width + x)
            differing += large.pixels[position:position + 3] != expected
    print(f'screen-mirror-enlarged: {small.width}x{small.height} on {large.width}x{large.height}, {scale} times: '
          f'{differing} pixels differ; on the second alone: {problem or "0"}', flush=True)
    return problem or (f'{differing} pixels differ on the second screen' if differing or scale < 2 else '')


SCENARIOS = {'screen-plug': plug, 'screen-mode': mode, 'screen-mirror': mirror, 'screen-held': held, 'screen-second': second,
             'screen-none': none, 'screen-unbound': unbound('shown'), 'screen-unbound-absent': unbound('absent'),
             'screen-default': default(CONTENT), 'screen-taken': taken('atomic'), 'screen-faults': faults('atomic')}
LONG = {'screen-mirror-enlarged': mirror_enlarged, 'screen-taken-legacy': taken('legacy'), 'screen-faults-legacy': faults('legacy'),
        'screen-stays': stays, 'screen-default-belt': default(['demo', 'belt'])}
