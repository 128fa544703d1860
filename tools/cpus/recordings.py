"""Makes the recordings to compare: display lists, films of moving maps, and the trace of a finger on a live scene."""
import concurrent.futures
import os
import re
import shutil
import struct

from core import TOP
from running import output_of

WIDTH, HEIGHT = 480, 320
# The size of an XRGB8888 frame of the live scene.
BYTES = WIDTH * HEIGHT * 4
SCENES = 'S1 S2 S3lin S3rad S4a S4o S5p S5l S6 S7 S8 S9 S10 S10r S11 S11r S12 S12b'.split()
DEMOS = {
    'map': ['demo', 'town'],
    'map-turned': ['demo', 'town', '--bearing', '33', '--zoom', '15.3'],
    'map-night': ['demo', 'town', '--dark', '--bearing', '-71', '--zoom', '16.6'],
    'carousel': ['demo', 'carousel', '--angle', '20'],
    'text': ['demo', 'text'],
    'map-styled': ['map', '--style', f'{TOP}/Tests/Styles/town.json'],
    'drawing': ['draw', f'{TOP}/Tests/Drawings/harbour.svg'],
}
TOUCHES = f'{TOP}/Tests/Recordings'
PINCH = ['demo', 'town', '--replay', f'{TOUCHES}/map-pinch.evemu']
TURN = ['demo', 'town', '--replay', f'{TOUCHES}/map-turn.evemu']
FOLLOW = ['demo', 'town', '--drive', '405']
# Night falls in the middle of the pinch.
DUSK = ['map', '--replay', f'{TOUCHES}/map-pinch.evemu', '--appearance', 'automatic', '--date', '2026-06-21T22:01:34Z']
# Moving maps: the command, and the times in seconds of the frames that are compared. The touches are those of
# FilmTests, which compares all frames for 1, 2 and 7 threads.
FILMS = {
    'map-pinch': (PINCH, [0.6, 1.0, 1.5]),
    'map-turn': (TURN, [0.6, 1.0, 1.5]),
    'map-follow': (FOLLOW, [1.4, 2.0, 2.6]),
    'map-pinch-night': (PINCH + ['--dark'], [0.6, 1.0, 1.5]),
    'map-turn-night': (TURN + ['--dark'], [0.6, 1.0, 1.5]),
    'map-follow-night': (FOLLOW + ['--dark'], [1.4, 2.0, 2.6]),
    'map-dusk': (DUSK, [1.05, 1.15, 1.25]),
}
FILM_SIZE = '240x160'
LIVE = 'live-carousel'
NAMES = SCENES + list(DEMOS) + list(FILMS) + [LIVE]
FINGER = f'{TOUCHES}/carousel.evemu'


def make(program, folder, names):
    """Writes the named recordings to `folder`. Returns the paths of their files by name: several for a film.

    Raises Failure if one cannot be made.
    """
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    scenes = f'{folder}/scenes'
    if any(name in SCENES for name in names):
        output_of(['python3', f'{TOP}/tools/benchmark/make_scenes.py', scenes, '--size', f'{WIDTH}x{HEIGHT}'])
    paths = {}
    for name in names:
        if name == LIVE:
            path = f'{folder}/{name}.trace'
            with open(path, 'wb') as file:
                file.write(trace())
            paths[name] = [path]
            continue
        if name in FILMS:
            paths[name] = film(program, folder, name)
            continue
        path = f'{folder}/{name}.cdl'
        paths[name] = [path]
        if name == 'map-styled':
            # The style's city is an archive beside the recordings, and not in the repository.
            output_of([program, 'demo', 'town', '--write-tiles', f'{folder}/town.pmtiles'])
            output_of([program, *DEMOS[name], '--tiles', f'town={folder}/town.pmtiles', '--size', f'{WIDTH}x{HEIGHT}', '--record-list', path])
            continue
        command = DEMOS.get(name) or ['draw', f'{scenes}/{name}_{WIDTH}x{HEIGHT}.scn']
        output_of([program, *command, '--size', f'{WIDTH}x{HEIGHT}', '--record-list', path])
    return paths


def film(program, folder, name):
    """Records the frames of a film. Returns their paths."""
    command, times = FILMS[name]

    def record(time):
        path = f'{folder}/{name}-{time}.cdl'
        output_of([program, *command, '--size', FILM_SIZE, '--at', str(time), '--record-list', path])
        return path

    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        return list(pool.map(record, times))


def show(program, path, format, workers):
    """Returns the program's frame of a recording, or of the carousel under the same finger, as a portable pixmap."""
    command = ['draw', path]
    if path.endswith('.trace'):
        command = ['demo', 'carousel', '--angle', '20', '--size', f'{WIDTH}x{HEIGHT}', '--replay', FINGER]
    return output_of([program, *command, '--format', format, '--threads', str(workers), '--dump-frame', '-'])


def trace():
    """Returns the recorded finger in the player's format: steps of kind, finger, x and y in 1/65536 point, and nanoseconds."""
    steps, ranges = bytearray(), {}
    at, finger = {}, None
    began = lifted = False
    for line in open(FINGER):
        axis = re.match(r'A: (\w+) (-?\d+) (-?\d+)', line)
        event = re.match(r'E: (\d+)\.(\d{6}) (\w{4}) (\w{4}) (-?\d+)', line)
        if axis:
            ranges[int(axis[1], 16)] = int(axis[2]), int(axis[3])
        if not event:
            continue
        kind, code, value = int(event[3], 16), int(event[4], 16), int(event[5])
        if (kind, code) == (3, 0x39):
            began, lifted = value >= 0, value < 0
            finger = value if began else finger
        elif kind == 3 and code in (0x35, 0x36):
            at[code] = value
        elif (kind, code) == (0, 0) and finger is not None:
            x, y = screen_position(at[0x35], ranges[0x35], WIDTH), screen_position(at[0x36], ranges[0x36], HEIGHT)
            time = int(event[1]) * 1_000_000_000 + int(event[2]) * 1000
            steps += struct.pack('<5q', 0 if began else 2 if lifted else 1, 1, x, y, time)
            finger = None if lifted else finger
            began = lifted = False
    return bytes(steps)


def screen_position(value, range, points):
    """Returns the position of a panel's value on a screen of `points` points in 1/65536 point, rounded as the program does.

    A value stands for the middle of its step.
    """
    steps = range[1] - range[0] + 1
    fraction = ((2 * (value - range[0]) + 1 << 32) + steps) // (2 * steps)
    # Rounds the product of two numbers in 2^-32 to 2^-32 and then to 2^-16, each to nearest.
    product = (fraction * (points << 32) + (1 << 31)) >> 32
    return (product + (1 << 15)) >> 16
