"""Scenarios of the text console: switched away and back, ended by signals, killed. Each returns what is wrong, or ''."""
import os

import fingers

from .touch import GUEST

DRAWING = '<svg xmlns="http://www.w3.org/2000/svg" width="320" height="240"><rect width="320" height="240" fill="#146"/>' \
          '<circle cx="160" cy="120" r="80" fill="#fc3"/></svg>\n'


def away(display, kind, runner, rounds, further=None):
    """Another console is in front for some seconds, several times, while a progress bar moves.

    runner    who runs the program: root; user, in the groups of the devices; seat, a user in no group, with seatd
    rounds    how often, and for how many seconds
    further   further files of the guest
    """
    def scenario(stage):
        os.makedirs(stage.out, exist_ok=True)
        finger = f'{stage.out}.evemu'
        with open(finger, 'w') as file:
            file.write(fingers.recording('search'))
        files = {'/usr/bin/evemu-device': '/usr/bin/evemu-device', '/usr/bin/evemu-play': '/usr/bin/evemu-play',
                 '/recording/events': finger, '/recording/description': finger, **(further or {})}
        count, seconds = rounds
        shown = ['demo', 'controls', '--display', kind]
        problem = stage.run(display, 'session-away.sh', [str(count), str(seconds), runner, *shown], files, size=(640, 480),
                            programs=['vt', 'as-user'])
        if problem:
            return problem
        woken = int(stage.figure('wake-ups'))
        print(f'{os.path.basename(stage.out)}: away {count} times for {seconds} s: frames while away 0, wake-ups while away {woken}, '
              'pixels differing after 0', flush=True)
        return f'the program woke {woken} times while another console was in front' if woken else ''
    return scenario


def drawing(stage):
    """Writes a small drawing for `cartouche draw`. Returns its path."""
    os.makedirs(stage.out, exist_ok=True)
    path = f'{stage.out}.svg'
    with open(path, 'w') as file:
        file.write(DRAWING)
    return path


def signals(stage):
    """Each signal that ends the program, and faults in two threads, leave the console in text mode."""
    problem = stage.run('virtio', 'session-signals.sh', ['draw', '/drawing.svg', '--display', 'drm'], {'/drawing.svg': drawing(stage)},
                        size=(320, 240), programs=['vt', 'crash'])
    print(f'session-signals: console restored after {stage.figure("signals")} signals, and faults in two threads', flush=True)
    return problem


def killed(stage):
    """The program is killed; a command restores the console, and the program starts again. Then there is no /dev/tty0."""
    path = drawing(stage)
    problem = stage.run('virtio', 'session-killed.sh', ['draw', '/drawing.svg', '--display', 'drm'], {'/drawing.svg': path}, size=(320, 240),
                        programs=['vt'])
    drawn = ['draw', path, '--size', '320x240']
    problem = problem or stage.expect('first', *drawn) or stage.expect('again', *drawn) or stage.expect('without', *drawn)
    time = stage.figure('restore-time')
    print(f'session-killed: console back in {int(time or 0) * 10} ms; pixels differing after a restart: {problem or "0"}', flush=True)
    return problem or ('the console came back late' if int(time) > 200 else '')


def behind(stage):
    """The program starts while another console is in front, and ends behind it. Typed keys do not reach its console."""
    path = drawing(stage)
    problem = (stage.run('virtio', 'session-behind.sh', ['draw', '/drawing.svg', '--display', 'drm'], {'/drawing.svg': path},
                         size=(320, 240), programs=['vt'])
               or stage.expect('shown', 'draw', path, '--size', '320x240'))
    print(f'session-behind: pixels differing: {problem or "0"}', flush=True)
    return problem


def blank(display, kind):
    """The screen goes dark after 2 s without touches. The touch that lights it has no other effect."""
    def scenario(stage):
        os.makedirs(stage.out, exist_ok=True)
        board = f'{stage.out}.yaml'
        with open(board, 'w') as file:
            file.write('display:\n  blank-after: 2 s\n')
        drawn = ['demo', 'carousel', '--size', '320x240']
        problem = stage.run(display, 'session-blank.sh', [*drawn, '--display', kind], {**GUEST, '/board.yaml': board},
                            size=(320, 240), timeout=400, programs=['touch-panel', 'vt'])
        for name in ('woken', 'again', 'last', 'returned'):
            problem = problem or stage.expect(name, *drawn)
        woken = stage.figure('wake-ups')
        print(f'{os.path.basename(stage.out)}: wake-ups in 12 s of darkness {woken}, frames while dark 0, pixels differing after: '
              f'{problem or "0"}', flush=True)
        return problem or (f'the program woke {woken} times on a dark screen' if woken != '0' else '')
    return scenario


def hangup(stage):
    """The console is hung up 7 times: it is given away and taken back as before, and restored at the end."""
    path = drawing(stage)
    problem = (stage.run('virtio', 'session-hangup.sh', ['draw', '/drawing.svg', '--display', 'drm'], {'/drawing.svg': path},
                         size=(320, 240), programs=['vt'])
               or stage.expect('again', 'draw', path, '--size', '320x240'))
    print(f'session-hangup: pixels differing: {problem or "0"}', flush=True)
    return problem


def flip(count):
    """Another console comes to the front while a page flip is pending, many times."""
    def scenario(stage):
        problem = stage.run('vkms', 'session-flip.sh', [str(count), 'demo', 'controls', '--size', '640x480', '--display', 'drm'], GUEST,
                            timeout=300, programs=['touch-panel', 'vt'])
        print(f'{os.path.basename(stage.out)}: {stage.figure("figures")}', flush=True)
        return problem
    return scenario


SCENARIOS = {'session-away': away('virtio', 'drm', 'root', (2, 1)), 'session-fbdev': away('bochs', 'fbdev', 'root', (1, 1)),
             'session-behind': behind, 'session-killed': killed, 'session-signals': signals,
             'session-blank': blank('virtio', 'drm')}
LONG = {'session-user': away('virtio', 'drm', 'user', (2, 1)), 'session-away-20': away('virtio', 'drm', 'root', (20, 1)),
        'session-user-20': away('virtio', 'drm', 'user', (20, 1)), 'session-away-10s': away('virtio', 'drm', 'root', (1, 10)),
        'session-blank-fbdev': blank('bochs', 'fbdev'), 'session-flip': flip(20), 'session-flip-100': flip(100),
        'session-hangup': hangup}
