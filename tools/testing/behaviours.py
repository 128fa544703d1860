"""The rows of the acceptance table, and the state of the tests that hold them.

A test belongs to a row when its name begins with the row's id: `@Test("D4: …")`. A row has several tests at times; it is met
when there are some and all of them passed.
"""
import os
import re
import sys

import results
from results import FAILED, PASSED, SKIPPED, Result

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

ROWS = {
    'K1': 'a transform layer keeps its children in one 3D space and sorts them by depth',
    'K2': 'five cards 250x150 in the middle of 480x320, on opaque white',
    'K3': 'gradient, corner radius, border inside the bounds, shadow transformed with the card',
    'K4': 'a double-sided layer shows its back, mirrored; another does not',
    'K5': 'identity, m34 = -1/1000, turned by 72 degrees a card, pushed out by 250, in this order',
    'K6': 'n cards stand 360/n degrees apart, exactly',
    'K7': 'laid out before any touch; no implicit animation',
    'K8': 'half a degree a pixel, slop included; a second pan adds',
    'K9': 'planes that cross are split',
    'K10': 'inertia, snapping, taps through 3D, pictures, text and live maps on cards',
    'M10': 'a display link fires once per refresh, only after it was added, and while a finger drags',
    'M14': 'a display link with nothing to do costs nothing',
    'D1': 'fixed-point rasterizer; the same frame, bit for bit, on every CPU',
    'D2': 'draws straight into a Linux DRM/KMS dumb buffer or an fbdev mapping',
    'D3': 'a run loop (epoll) reads touch and pan events from evdev',
    'D4': 'headless `--dump-frame` for tests',
    'D5': 'kiosk and in-vehicle screens on Raspberry-Pi-class boards: board files under `boards/`',
    'D6': 'gesture-driven carousel demo',
}

# Tests that are no Swift test, so that their names are not free.
ALSO = {
    'wall: no-floating-point': ['D1'],
    'every CPU: live-carousel': ['D1'],
    'every CPU: map': ['D1'],
    'virtual machine: drm-touch': ['D2', 'D3'],
    'virtual machine: fbdev': ['D2'],
}


def rows_of(test):
    """The ids of the rows that a test of this name holds: `Raster: D1: …` or `CommandLine: D4, D6: …`."""
    found = re.match(r'[\w ]+: ((?:[A-Z]\d+, )*[A-Z]\d+): ', test)
    return ALSO.get(test, []) + (found[1].split(', ') if found else [])


def tests_by_row(everything):
    table = {row: [] for row in ROWS}
    for test in everything:
        for row in rows_of(test.name):
            table.setdefault(row, []).append(test)
    return table


def state_of(tests):
    for state in (FAILED, SKIPPED):
        if any(test.state == state for test in tests):
            return state
    return PASSED if tests else FAILED


def rows_as_results(everything):
    """Each row as one test: that a test of it exists and passed."""
    return [Result(f'behaviour {row}', state_of(tests), '' if tests else f'no test is named "{row}: …"')
            for row, tests in tests_by_row(everything).items()]


def main():
    everything = results.load(f'{TOP}/out/test-results.json')
    if not everything:
        print('No results yet: run tools/test first.', file=sys.stderr)
        sys.exit(1)
    for row, tests in tests_by_row(everything).items():
        print(f'{row:4}{state_of(tests) if tests else "no test":9}{ROWS.get(row, "")}')
        for test in tests:
            print(f'      {test.state:9}{test.name}')


if __name__ == '__main__':
    main()
