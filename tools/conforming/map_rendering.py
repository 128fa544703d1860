"""The suite maplibre-render: draws each style and compares the image with those that MapLibre GL JS is expected to draw.

  close   at most 2 % of the pixels differ by more than the threshold 0.2, those that smooth an edge too; both images
          are seen over white. So counted, one color passes as many cases as the suite's README says
  strict  as MapLibre's own tests judge: at most 0.025 % of the pixels differ by more than the threshold 0.1285, without
          those that smooth an edge. A test may have another fraction or threshold
  hard    the case is not close to a picture of one color, the most frequent one of the expected image

The best of a case's expected images counts. Cases without symbols are "plain". Cases that use what Cartouche does not
do, or that show what only helps MapLibre's developers, are drawn and listed, but do not count.
"""
import concurrent.futures
import glob
import json
import os
import sys

import numpy

import contact_sheet
import pixel_comparison
import png
import runner

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), 'benchmark'))

import images

CLOSE_THRESHOLD, CLOSE_SHARE = .2, .02
STRICT_THRESHOLD, STRICT_SHARE = .1285, .00025
# The fractions of the plain cases that must be close and strict. The last is that of the hard ones among
# them that must be close.
GOAL_CLOSE, GOAL_STRICT, GOAL_HARD = .9, .5, .87

OUT_OF_SCOPE_LAYERS = {'hillshade', 'color-relief'}
OUT_OF_SCOPE_SOURCES = {'raster-dem', 'video', 'canvas'}
DEBUG_AIDS = {'collisionDebug': 'draws collision boxes', 'debug': 'draws the edges of tiles', 'showPadding': 'draws the padding',
              'showOverdrawInspector': 'draws the number of times that pixels are drawn'}
CUSTOM_OPERATIONS = {'addCustomLayer', 'updateFakeCanvas', 'pauseSource', 'setProjection', 'setTerrain', 'setSky', 'setLight',
                     'setPitch', 'setRoll', 'setPadding', 'setVerticalFieldOfView', 'setCenterElevation'}


class Case:
    """A style, given by the path of its file, and the result of the comparison."""

    def __init__(self, path, folder):
        self.path, self.name = path, os.path.relpath(os.path.dirname(path), f'{folder}/tests')
        self.folder = self.name.split('/')[0]
        with open(path, encoding='utf-8') as file:
            self.style = json.load(file)
        self.test = self.style.get('metadata', {}).get('test', {})
        self.is_plain = all(layer.get('type') != 'symbol' for layer in self.style.get('layers', []))
        self.exclusion = exclusion(self.style, self.test)
        self.is_close = self.is_strict = self.is_close_without_edges = self.is_hard = False
        self.problem, self.errors, self.figures, self.shown = '', [], '', []

    def compare(self, result, out):
        """Compares the image of a result with each of the expected images."""
        expected = [png.read(path) for path in sorted(glob.glob(f'{glob.escape(os.path.dirname(self.path))}/expected*.png'))]
        if not expected:
            self.problem = 'there is no expected image'
            return
        self.is_hard = not any(is_flat(image) for image in expected)
        self.problem, self.errors = result.get('problem', ''), result.get('errors', [])
        if self.problem:
            self.shown = [contact_sheet.opaque(expected[0])]
            return
        found = png.read(os.path.join(out, result['image']))
        sized = [image for image in expected if image.shape == found.shape]
        if not sized:
            (height, width, _), (wanted_height, wanted_width, _) = found.shape, expected[0].shape
            self.problem = f'the image has {width}×{height} pixels instead of {wanted_width}×{wanted_height}'
            self.shown = [contact_sheet.opaque(expected[0]), contact_sheet.opaque(found)]
            return
        figures = [Figures(image, found, self.test.get('threshold', STRICT_THRESHOLD)) for image in sized]
        # Each figure is that of its own best image, as a case passes if any image does.
        close, without_edges, strict = (min(getattr(some, key) for some in figures) for key in ('close', 'without_edges', 'strict'))
        self.is_close, self.is_close_without_edges = close <= CLOSE_SHARE, without_edges <= CLOSE_SHARE
        self.is_strict = strict <= self.test.get('allowed', STRICT_SHARE)
        self.figures = f'close {close * 100:.2f} %, strict {strict * 100:.3f} %'
        best = min(figures, key=lambda some: (some.strict, some.close))
        faded = contact_sheet.opaque(best.expected) * .3 + 255 * .7
        faded[best.mask] = 255, 0, 0
        self.shown = [contact_sheet.opaque(best.expected), contact_sheet.opaque(found), faded]


class Figures:
    """The fractions of the pixels in which an image differs from an expected one."""

    def __init__(self, expected, found, threshold):
        self.expected = expected
        over_white, found_over_white = on_white(expected), on_white(found)
        self.close = float(pixel_comparison.is_far(over_white, found_over_white, CLOSE_THRESHOLD).mean())
        self.without_edges = float(pixel_comparison.differing(over_white, found_over_white, CLOSE_THRESHOLD).mean())
        self.mask = pixel_comparison.differing(expected, found, threshold)
        self.strict = float(self.mask.mean())


def on_white(image):
    """Returns an image as it looks over white."""
    alpha = image[..., 3:] / 255
    opaque = numpy.full_like(image, 255)
    opaque[..., :3] = numpy.round(image[..., :3] * alpha + 255 * (1 - alpha))
    return opaque


def is_flat(image):
    """Returns whether a picture of an image's most frequent color is close to the image."""
    image = on_white(image)
    colors, counts = numpy.unique(image.view(numpy.uint32), return_counts=True)
    flat = numpy.full(image.shape[:2], colors[counts.argmax()]).view(numpy.uint8).reshape(image.shape)
    return pixel_comparison.is_far(image, flat, CLOSE_THRESHOLD).mean() <= CLOSE_SHARE


def exclusion(style, test):
    """Returns why a case does not count, or an empty text."""
    reasons = [text for key, text in DEBUG_AIDS.items() if test.get(key)]
    reasons += [f'has a {key}' for key in ('roll', 'pitch') if style.get(key)]
    reasons += [f'has a {key}' for key in ('terrain', 'sky', 'light') if key in style]
    reasons += ['is below zoom 0'] * (style.get('zoom', 0) < 0)
    reasons += ['uses the fonts of a browser'] * bool(test.get('localIdeographFontFamily'))
    projection = style.get('projection', {}).get('type', 'mercator')
    reasons += [f'has the projection {projection}'] * (projection != 'mercator')
    layers = {layer.get('type') for layer in style.get('layers', [])} & OUT_OF_SCOPE_LAYERS
    reasons += [f'has a layer of type {kind}' for kind in sorted(layers)]
    sources = {source.get('type') for source in style.get('sources', {}).values()} & OUT_OF_SCOPE_SOURCES
    reasons += [f'has a source of type {kind}' for kind in sorted(sources)]
    operations = {operation[0] for operation in test.get('operations', []) if operation} & CUSTOM_OPERATIONS
    reasons += [f'calls {name}' for name in sorted(operations)]
    return ', '.join(reasons)


def measure(program, folder, out, options):
    """Prints the table and writes the sheets. Returns 1 if the plain cases miss a goal."""
    paths = sorted(path for path in glob.glob(f'{glob.escape(folder)}/tests/**/style.json', recursive=True)
                   if not options.names or any(name in path for name in options.names))
    cases = [Case(path, folder) for path in paths]
    folder_of_images = f'{out}/maplibre-render'
    os.makedirs(folder_of_images, exist_ok=True)
    results = runner.results(program, 'maplibre-render', paths, folder_of_images)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(lambda case: case.compare(results[case.path], folder_of_images), cases))
    counted = [case for case in cases if not case.exclusion]
    print_cases(cases, options.all)
    print('| folder | cases | close | strict | hard | close |\n|---|---|---|---|---|---|')
    for group in sorted({case.folder for case in counted}):
        print(row(group, [case for case in counted if case.folder == group]))
    print(row('all', counted))
    failed = [case for case in counted if not (case.is_close and case.is_strict)]
    shown = [case for case in (cases if options.all else failed) if case.shown]
    write_sheets(shown, out)
    return summary(counted, bool(options.names))


def print_cases(cases, is_all):
    """Prints the cases that are not close and strict, and those that do not count."""
    for case in cases:
        states = [word for word, is_so in (('close', case.is_close), ('strict', case.is_strict)) if is_so]
        if is_all or case.problem or case.exclusion or len(states) < 2:
            facts = [case.problem or case.figures, *states, '' if case.is_hard else 'flat', '' if case.is_plain else 'symbols',
                     f'does not count: {case.exclusion}' if case.exclusion else '']
            print(f'{case.name}: {"; ".join(fact for fact in facts if fact)}')
            for error in case.errors:
                print(f'  {error}')


def write_sheets(cases, out):
    """Writes the sheets of some cases, and removes those of a former run that had more."""
    for path in glob.glob(f'{glob.escape(out)}/maplibre-render-*.png'):
        os.remove(path)
    paths = []
    for number, sheet in enumerate(contact_sheet.sheets([(case.name, case.shown) for case in cases]), 1):
        paths.append(f'{out}/maplibre-render-{number}.png')
        images.write(sheet, paths[-1])
    if paths:
        print(f'Expected image, image found and difference, in this order: {", ".join(os.path.relpath(path) for path in paths)}')


def summary(cases, is_part):
    """Prints the figures of all cases. Returns 1 if the plain ones miss a goal and are not a part of the suite."""
    plain = [case for case in cases if case.is_plain]
    hard = [case for case in plain if case.is_hard]
    closer, closer_plain = (sum(case.is_close_without_edges for case in some) for some in (cases, plain))
    print(f'Without the pixels that smooth an edge, {closer} of {len(cases)} would be close, {closer_plain} of {len(plain)} of the plain.')
    print(f'maplibre-render/plain: a flat color is close to {len(plain) - len(hard)} of {len(plain)}; '
          f'of the others close {sum(case.is_close for case in hard)} of {len(hard)}')
    for name, some in (('/plain', plain), ('/symbols', [case for case in cases if not case.is_plain]), ('', cases)):
        print(f'maplibre-render{name}: close {sum(case.is_close for case in some)} of {len(some)}, '
              f'strict {sum(case.is_strict for case in some)} of {len(some)}')
    if is_part:
        return 1 if any(case.problem for case in cases) else 0
    return 0 if (reaches(plain, 'is_close', GOAL_CLOSE) and reaches(plain, 'is_strict', GOAL_STRICT)
                 and reaches(hard, 'is_close', GOAL_HARD)) else 1


def reaches(cases, key, goal):
    return sum(getattr(case, key) for case in cases) >= goal * len(cases)


def row(name, cases):
    hard = [case for case in cases if case.is_hard]
    return (f'| {name} | {len(cases)} | {sum(case.is_close for case in cases)} | {sum(case.is_strict for case in cases)} '
            f'| {len(hard)} | {sum(case.is_close for case in hard)} |')
