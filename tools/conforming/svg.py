"""The SVG suite: compares each drawing, at the size of its expected image and over opaque white, with that image."""
import concurrent.futures
import glob
import os
import subprocess
import sys
import tempfile

import numpy

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), 'benchmark'))

import images

# A drawing is close if components differ by at most MEAN of 255 on average, and at most SHARE of the pixels
# differ by more than FAR.
MEAN, SHARE, FAR = 2, 0.01, 32
# The fraction of the drawings without text that must be close.
GOAL = .9


class Case:
    """A drawing, given by its path without extension, and the result of the comparison."""

    def __init__(self, path, folder):
        self.path = path
        self.name = os.path.relpath(path, folder)
        with open(path + '.svg', encoding='utf-8', errors='replace') as file:
            self.has_text = '<text' in file.read()
        self.mean = self.share = None
        self.expected = self.actual = None
        self.problem = ''

    @property
    def is_close(self):
        return self.mean is not None and self.mean <= MEAN and self.share <= SHARE

    def compare(self, program):
        """Draws the SVG and the expected image over white. Both use the program, which draws an image in its own size pixel by pixel."""
        self.expected, problem = frame(program, self.path + '.png')
        if problem:
            self.problem = problem
            return
        height, width, _ = self.expected.shape
        self.actual, self.problem = frame(program, self.path + '.svg', '--size', f'{width}x{height}')
        if self.actual is not None:
            distance = abs(self.expected - self.actual)
            self.mean = float(distance.mean())
            self.share = float((distance.max(axis=2) > FAR).mean())


def frame(program, path, *options):
    """Returns the image that the program draws of a file and '', or None and the reason."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            run = subprocess.run([program, 'draw', path, *options, '--dump-frame', f'{folder}/f.ppm'], stdin=subprocess.DEVNULL,
                                 stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=60)
        except subprocess.TimeoutExpired:
            return None, 'not drawn after 60 s'
        if run.returncode:
            return None, run.stderr.strip() or f'status {run.returncode}'
        return images.read(f'{folder}/f.ppm'), ''


def measure(program, folder, out, options):
    """Prints the table and writes the sheet. Returns 1 if a drawing failed or too few are close."""
    paths = sorted(path[:-4] for path in glob.glob(f'{glob.escape(folder)}/**/*.svg', recursive=True))
    cases = [Case(path, folder) for path in paths if not options.names or any(name in path for name in options.names)]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(lambda case: case.compare(program), cases))
    print('| folder | drawings | close | with text | close |\n|---|---|---|---|---|')
    for group in sorted({os.path.dirname(case.name) for case in cases}):
        print(row(group, [case for case in cases if os.path.dirname(case.name) == group]))
    print(row('all', cases))
    failed = [case for case in cases if not case.is_close]
    for case in failed:
        figures = case.problem or f'mean {case.mean:.2f}, {case.share * 100:.2f} % far off'
        print(f'{case.name}{" (text)" if case.has_text else ""}: {figures}')
    shown = [case for case in (cases if options.all else failed) if case.expected is not None]
    if shown:
        images.write(sheet(shown), f'{out}/svg.png')
        print(f'Expected image, actual image and difference, in this order: {os.path.relpath(out)}/svg.png')
    judged = [case for case in cases if not case.has_text]
    is_missed = sum(case.is_close for case in judged) < GOAL * len(judged) and not options.names
    return 1 if is_missed or any(case.problem for case in cases) else 0


def row(name, cases):
    def count(has_text):
        some = [case for case in cases if case.has_text == has_text]
        close = sum(case.is_close for case in some)
        return f'{len(some)} | {close}' + (f' ({100 * close / len(some):.1f} %)' if some else '')
    return f'| {name} | {count(False)} | {count(True)} |'


def sheet(cases):
    """Returns an image with the expected image, the actual image and the difference of each case, in two columns."""
    rows = []
    for case in cases:
        actual = case.actual if case.actual is not None else numpy.zeros_like(case.expected)
        rows.append([case.expected, actual, (abs(case.expected - actual) * 4).clip(0, 255)])
    height, width = (max(image.shape[side] for row in rows for image in row) for side in (0, 1))
    gap = 6
    columns = 2 if len(rows) > 1 else 1
    lines = (len(rows) + columns - 1) // columns
    paper = numpy.full((lines * (height + gap), columns * 3 * (width + gap), 3), 128)
    for index, row in enumerate(rows):
        top = index // columns * (height + gap)
        for position, image in enumerate(row):
            left = (index % columns * 3 + position) * (width + gap)
            paper[top:top + image.shape[0], left:left + image.shape[1]] = image
    return paper
