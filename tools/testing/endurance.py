"""Replays hours of touches on the virtual clock, and checks that the program's memory stays flat.

A drag and its mirror image are repeated until the frames are enough, so the same places are shown again and again.
The resident memory is sampled meanwhile.
After the first 1000 frames it may grow by one percent.
"""
import argparse
import math
import os
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), 'virtual-machine'))
import fingers  # noqa: E402

SCENES = {'town': ['demo', 'town', '--size', '800x480'], 'carousel': ['demo', 'carousel', '--size', '640x480']}
WARM_UP = 1000  # frames
REPORTS = 100  # of a drag, one a frame
LIMIT = 1.01


def recording(path, frames):
    """Writes a recording of drags along a figure of eight, enough for this many frames of a 60 Hz clock."""
    text = fingers.recording('search').splitlines()
    description = [line for line in text if line[:2] in ('N:', 'I:', 'P:', 'B:', 'A:')]
    with open(path, 'w') as file:
        file.write('# EVEMU 1.3\n' + '\n'.join(description) + '\n')
        turns, middle = math.ceil(frames * 1.2 / REPORTS), fingers.STEPS // 2
        for turn in range(turns):
            start = turn * (REPORTS * 16_667 + 50_000)  # µs
            # The map does not move by the finger's first points. Mirrored, these add up to nothing.
            size = middle * .3 * (1 - turn % 2 * 2)
            file.write(event(start, 3, 0x2f, 0) + event(start, 3, 0x39, turn % 60_000) + event(start, 1, 0x14a, 1))
            for step in range(REPORTS):
                # Slow at both ends: a lifted finger throws nothing.
                angle, at = (1 - math.cos(step / (REPORTS - 1) * math.pi)) * math.pi, start + step * 16_667
                x, y = (middle + int(size * math.sin(k * angle)) for k in (1, 2))
                file.write(event(at, 3, 0x35, x) + event(at, 3, 0x36, y) + event(at, 0, 0, 0))
            file.write(event(at, 3, 0x39, -1) + event(at, 1, 0x14a, 0) + event(at, 0, 0, 0))


def event(at, kind, code, value):
    """Returns a line of a recording; `at` in µs."""
    return f'E: {at // 1_000_000}.{at % 1_000_000:06d} {kind:04x} {code:04x} {value}\n'


def resident(process):
    """Returns the process's resident memory in KiB, or None if it has ended."""
    try:
        with open(f'/proc/{process}/status') as file:
            return next((int(line.split()[1]) for line in file if line.startswith('VmRSS')), None)
    except OSError:
        return None


def frames_in(path, state):
    """Returns the number of lines of a growing file; `state` holds the position and the count so far."""
    try:
        with open(path, 'rb') as file:
            file.seek(state[0])
            new = file.read()
    except OSError:
        return 0
    state[0], state[1] = state[0] + len(new), state[1] + new.count(b'\n')
    return state[1]


def measure(program, name, frames, folder):
    """Runs a scene. Returns a sentence if its memory grows, else ''."""
    touches, stats = f'{folder}/{name}.evemu', f'{folder}/{name}.jsonl'
    recording(touches, frames)
    run = subprocess.Popen([program, *SCENES[name], '--threads', '1', '--replay', touches, '--stats', stats, '--dump-frame', f'{folder}/{name}.png'],
                           stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    state, samples = [0, 0], []
    while run.poll() is None:
        size, drawn = resident(run.pid), frames_in(stats, state)
        if size and drawn >= WARM_UP:
            samples.append(size)
        time.sleep(.1)
    drawn = frames_in(stats, state)
    if run.returncode != 0:
        return f'{name}: the program ended with status {run.returncode}'
    if drawn < frames or len(samples) < 10:
        return f'{name}: {drawn} frames and {len(samples)} samples are too few; {frames} frames are wanted: tools/endurance --frames {frames * 2}'
    growth = max(samples) / samples[0]
    print(f'endurance {name}: {drawn} frames, resident {samples[0]} KiB after {WARM_UP} frames, at most {max(samples)} KiB: '
          f'{(growth - 1) * 100:+.2f} %', flush=True)
    return f'{name}: the memory grows by more than one percent' if growth > LIMIT else ''


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('--program', required=True, help='the built program; tools/endurance finds it')
    parser.add_argument('--frames', type=int, default=100_000, help='at least this many frames (default: 100000)')
    parser.add_argument('scenes', nargs='*', metavar='SCENE', help=f'{", ".join(SCENES)} (default: all)')
    options = parser.parse_args()
    unknown = [scene for scene in options.scenes if scene not in SCENES]
    if unknown:
        parser.error(f'there is no scene “{unknown[0]}”, but {" and ".join(SCENES)}')
    with tempfile.TemporaryDirectory() as folder:
        problems = [measure(options.program, name, options.frames, folder) for name in options.scenes or SCENES]
    print('\n'.join(filter(None, problems)), end='\n' if any(problems) else '')
    return 1 if any(problems) else 0


sys.exit(main())
