"""The rows of the acceptance table, and the states of their tests.

A test belongs to a row if its name begins with the row's id: `@Test("D4: …")`. A row passes if it has tests and all of
them passed.
"""
import os
import re
import sys

import results
from results import FAILED, PASSED, SKIPPED, Result

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

ROWS = {
    'P1': 'one object is both annotation and overlay: one touch target, one drawing',
    'P2': 'annotations keep their size on the screen, overlays scale with the map',
    'P3': 'distances are geodesic; within 40 m, 40 m included',
    'P4': 'a square of 200 m round a coordinate, in map points',
    'P5': 'a portal 400 map points wide, always inside that square',
    'P6': 'drawing in pieces equals drawing at once',
    'P7': 'an image for each team; incomplete portals are not drawn',
    'P8': 'images are drawn upright; flipping is optional',
    'P9': 'late results are filtered and added on the main actor',
    'P10': 'culling while drawing; adding twice changes nothing',
    'P11': 'views are reused; an empty image is a touch target; others get the default view',
    'P12': 'deselected immediately; a second tap selects again',
    'P13': 'armed and in range a sheet, else another screen',
    'P14': 'a renderer for each class of overlay; a polygon is translucent as a whole',
    'P15': 'ranges of zooms, replaced when ready',
    'P16': 'values in cells, heat, images by tile',
    'P17': "a tap shows an item's kind and coordinate",
    'M1': "created once, updated from state, pinned to its host's safe area",
    'M2': 'changes of the region are reported on pan and zoom, and not before the first',
    'M3': 'a new center is a command, once',
    'M4': 'spans in degrees and in meters are equivalent',
    'M5': "the user's location pulses, with a ring for its accuracy",
    'M6': 'a default marker, a classic pin, both reused',
    'M7': 'a callout with text or an image and a detail button',
    'M8': 'another screen, and back',
    'M9': 'a red track 5 points wide from a renderer',
    'M10': 'a display link fires once per refresh, only after it is added, and also during drags',
    'M11': 'the same from a layer that projects it in every tick',
    'M12': 'both show the same pixels',
    'M13': 'fog clears along tracks, and is saved and loaded',
    'M14': 'an idle display link costs nothing',
    'C1': 'decoded from a file; a changed coordinate moves the view',
    'C2': 'many at once; a file that cannot be loaded is reported',
    'C3': 'only annotations with the same identifier form clusters',
    'C4': 'lower priorities are hidden first',
    'C5': 'others are hidden, not merged',
    'C6': 'circles and rectangles, with an offset',
    'C7': 'a disc with a unicycle, else a pie',
    'C8': 'the badge, exact to the pixel',
    'C9': 'fraction zero, full and empty, and long numbers',
    'C10': 'clusters split and merge, and a tap zooms to their members',
    'K1': 'a transform layer keeps its sublayers in one 3D space and sorts them by depth',
    'K2': 'five cards of 250x150 in the center of 480x320, on opaque white',
    'K3': 'gradient, corner radius, border inside the bounds, shadow transformed with the card',
    'K4': 'a double-sided layer shows its back, mirrored; others do not',
    'K5': 'identity, m34 = -1/1000, rotated by 72 degrees per card, translated by 250, in this order',
    'K6': 'n cards are exactly 360/n degrees apart',
    'K7': 'laid out before any touch; no implicit animation',
    'K8': 'half a degree per pixel, slop included; a second pan adds',
    'K9': 'intersecting planes are split',
    'K10': 'inertia, snapping, taps through 3D, images, text and live maps on cards',
    'H1': 'an icon of 32 points by its center; nil hides it',
    'H2': 'a point set after nil shows it again',
    'H3': 'touches pass through the overlay',
    'H4': 'the overlay knows only points of the screen',
    'H5': 'the map below, the overlay above, both pinned',
    'H6': 'WGS 84, GCJ-02 and BD-09, in both directions',
    'H7': 'without a result there is nil, and nothing is drawn',
    'H8': 'the icon follows every change of the region',
    'H9': 'vendors change at run time',
    'D1': 'fixed-point rasterizer; the same frame, bit for bit, on every CPU',
    'D2': 'draws directly into a Linux DRM/KMS dumb buffer or an fbdev mapping',
    'D3': 'a run loop (epoll) reads touch and pan events from evdev',
    'D4': 'headless `--dump-frame` for tests',
    'D5': 'kiosk and in-vehicle screens on Raspberry-Pi-class boards: board files under `boards/`',
    'D6': 'gesture-driven carousel demo',
}

# Other tests than Swift tests, whose names do not contain the ids of rows.
ALSO = {
    'check: embedded': ['D1'],
    'every CPU: live-carousel': ['D1'],
    'every CPU: map': ['D1'],
    'virtual machine: drm-touch': ['D2', 'D3'],
    'virtual machine: fbdev': ['D2'],
}


def rows_of(test):
    """Returns the ids of the rows that a test belongs to, by its name: `Raster: D1: …` or `CommandLine: D4, D6: …`."""
    found = re.match(r'[\w ]+: ((?:[A-Z]\d+, )*[A-Z]\d+): ', test)
    return ALSO.get(test, []) + (found[1].split(', ') if found else [])


def tests_by_row(everything):
    """Returns the tests of each row."""
    table = {row: [] for row in ROWS}
    for test in everything:
        for row in rows_of(test.name):
            table.setdefault(row, []).append(test)
    return table


def state_of(tests):
    """Returns the state of a row with these tests."""
    for state in (FAILED, SKIPPED):
        if any(test.state == state for test in tests):
            return state
    return PASSED if tests else FAILED


def rows_as_results(everything):
    """Returns a result for each row: passed if it has tests and all of them passed."""
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
