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
    'P1': 'one object is both annotation and overlay: one thing to touch, one drawing',
    'P2': 'annotations keep their size on the screen, overlays scale with the map',
    'P3': 'distances are geodesic; within 40 m, 40 m included',
    'P4': 'a square of 200 m round a coordinate, in map points',
    'P5': 'a portal 400 map points wide, always inside that square',
    'P6': 'what is drawn in pieces is what is drawn whole',
    'P7': 'a picture for each team, and nothing of what is incomplete',
    'P8': 'pictures stand upright; turning them over is asked for',
    'P9': 'what arrives later is filtered and added on the main actor',
    'P10': 'culled when drawn; adding twice changes nothing',
    'P11': 'views are used again; an empty picture is a target; others get the default view',
    'P12': 'deselected at once, a second tap selects again',
    'P13': 'armed and in range a sheet, otherwise another screen',
    'P14': 'a renderer for each class of overlay; a polygon is translucent as a whole',
    'P15': 'ranges of zooms, swapped late',
    'P16': 'values in cells, heat, pictures by tile',
    'P17': "a tap shows an item's kind and place",
    'M1': "made once, updated from state, pinned to its host's safe area",
    'M2': "the region's change is told on pan and zoom; nothing before the first",
    'M3': 'a new centre is a command, once',
    'M4': 'spans in degrees and in metres are one',
    'M5': "the user's place pulses, with a ring of its accuracy",
    'M6': 'a default marker, a classic pin, both used again',
    'M7': 'a callout with text or a picture and a detail button',
    'M8': 'another screen, and back',
    'M9': 'a red track 5 wide by a renderer',
    'M10': 'a display link fires once per refresh, only after it was added, and while a finger drags',
    'M11': 'the same by a layer that projects it in every tick',
    'M12': 'both show the same pixels',
    'M13': 'fog that clears along tracks, is saved and loaded',
    'M14': 'a display link with nothing to do costs nothing',
    'C1': 'decoded from a file; a changed coordinate moves the view',
    'C2': 'many at once; a file that does not load is named',
    'C3': 'only the same identifier is one cluster',
    'C4': 'lower priorities hide first',
    'C5': 'others are hidden, not merged',
    'C6': 'circles and rectangles, and an offset',
    'C7': 'a disc with a unicycle, else a pie',
    'C8': 'the badge, to the pixel',
    'C9': 'no share, all of it, none, and long numbers',
    'C10': 'clusters split and merge, and a tap zooms to their members',
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
    'H1': 'an icon of 32 by its middle; none takes it away',
    'H2': 'a point set after none comes back',
    'H3': 'fingers go through the overlay',
    'H4': 'the overlay takes points of the screen alone',
    'H5': 'the map below, the overlay above, both pinned',
    'H6': 'WGS 84, GCJ-02 and BD-09, there and back',
    'H7': 'what has no answer is nil, and nothing is drawn',
    'H8': 'every change of the region places it again',
    'H9': 'vendors change at run time',
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
