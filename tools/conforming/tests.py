"""Tests of the comparisons, with invented images and suites: python3 tools/conforming/tests.py"""
import argparse
import contextlib
import io
import json
import os
import stat
import sys
import tempfile
import unittest

import numpy

import contact_sheet
import map_pictures
import map_rendering
import pixel_comparison
import png

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), 'benchmark'))

import images


def slowly_differing(a, b, threshold):
    """The comparison pixel by pixel, as obvious as it can be."""
    height, width, _ = a.shape

    def difference(p, q, index):
        p, q = [int(part) for part in p], [int(part) for part in q]
        background = 48, 48 + 159 * (int(4 * index / 1.618033988749895) % 2), 48 + 159 * (int(4 * index / 2.618033988749895) % 2)
        if p == q:
            return 0, 0, 0
        if p[3] == q[3] == 255:
            return [p[part] - q[part] for part in range(3)]
        return [(p[part] * p[3] - q[part] * q[3] - background[part] * (p[3] - q[3])) / 255 for part in range(3)]

    def weighted(weights, parts):
        return sum(weight * part for weight, part in zip(weights, parts))

    def around(x, y):
        return [(i, j) for i in range(max(x - 1, 0), min(x + 2, width)) for j in range(max(y - 1, 0), min(y + 2, height))
                if (i, j) != (x, y)]

    def is_at_side(x, y):
        return x in (0, width - 1) or y in (0, height - 1)

    def is_in_area(image, x, y):
        return sum((image[y, x] == image[j, i]).all() for i, j in around(x, y)) + is_at_side(x, y) > 2

    def smooths(image, other, x, y):
        index = y * width + x
        steps = [(weighted(pixel_comparison.LUMA, difference(image[y, x], image[j, i], index)), i, j) for i, j in around(x, y)]
        if sum(step == 0 for step, _, _ in steps) + is_at_side(x, y) > 2:
            return False
        lowest, highest = min(steps, key=lambda some: some[0]), max(steps, key=lambda some: some[0])
        if lowest[0] >= 0 or highest[0] <= 0:
            return False
        return any(is_in_area(image, i, j) and is_in_area(other, i, j) for _, i, j in (lowest, highest))

    found = numpy.zeros((height, width), bool)
    for y in range(height):
        for x in range(width):
            parts = difference(a[y, x], b[y, x], y * width + x)
            squares = sum(weight * weighted(axis, parts) ** 2 for weight, axis in zip(
                pixel_comparison.WEIGHTS, (pixel_comparison.LUMA, pixel_comparison.IN_PHASE, pixel_comparison.QUADRATURE)))
            found[y, x] = squares > 35215 * threshold ** 2 and not smooths(a, b, x, y) and not smooths(b, a, x, y)
    return found


def disk(side, radius, color, paper, shift=0.):
    """Returns an image of a disk with a smooth edge."""
    y, x = numpy.mgrid[:side, :side] + .5
    coverage = (radius + .5 - numpy.hypot(x - side / 2 - shift, y - side / 2)).clip(0, 1)[..., None]
    return numpy.round(numpy.array(color) * coverage + numpy.array(paper) * (1 - coverage)).astype(numpy.uint8)


class ComparisonTests(unittest.TestCase):
    def test_equal_images_do_not_differ(self):
        image = disk(32, 10, (255, 0, 0, 255), (255, 255, 255, 0))
        self.assertEqual(pixel_comparison.differing(image, image.copy(), 0).sum(), 0)

    def test_the_fast_comparison_equals_the_slow_one(self):
        random = numpy.random.default_rng(1)
        for number in range(60):
            height, width = random.integers(1, 14, 2)
            # Few levels, so that there are equal neighbors, areas and edges.
            levels = random.choice([0, 60, 128, 200, 255], (2, height, width, 4)).astype(numpy.uint8)
            if number % 2:
                levels[..., 3] = 255
            if number % 3:
                levels[1] = numpy.where(random.random((height, width, 1)) < .7, levels[0], levels[1])
            for image in levels:
                image[:height // 2, :width // 2] = image[0, 0]
            for threshold in (.05, .1285, .2):
                fast = pixel_comparison.differing(*levels, threshold)
                self.assertTrue((fast == slowly_differing(*levels, threshold)).all(), f'image {number}, threshold {threshold}')
        for shift in (.1, .3, .5):
            pair = disk(20, 6, (0, 0, 0, 255), (255, 255, 255, 255)), disk(20, 6, (0, 0, 0, 255), (255, 255, 255, 255), shift)
            self.assertTrue((pixel_comparison.differing(*pair, .1285) == slowly_differing(*pair, .1285)).all())

    def test_a_smooth_edge_may_move_but_a_color_may_not_change(self):
        still, moved = (disk(64, 20, (0, 0, 0, 255), (255, 255, 255, 255), shift) for shift in (0, .3))
        self.assertGreater(pixel_comparison.is_far(still, moved, .1285).sum(), 20)
        self.assertLess(pixel_comparison.differing(still, moved, .1285).sum(), 5)
        recolored = disk(64, 20, (90, 0, 0, 255), (255, 255, 255, 255))
        self.assertGreater(pixel_comparison.differing(still, recolored, .1285).sum(), 1000)

    def test_black_and_white_differ(self):
        black, white = numpy.zeros((4, 4, 4), numpy.uint8), numpy.full((4, 4, 4), 255, numpy.uint8)
        black[..., 3] = 255
        self.assertEqual(pixel_comparison.is_far(black, white, .9).sum(), 16)
        # Transparent black and transparent white look the same.
        black[..., 3] = white[..., 3] = 0
        self.assertEqual(pixel_comparison.is_far(black, white, .01).sum(), 0)


class ImageTests(unittest.TestCase):
    def test_a_written_image_is_read_as_it_was(self):
        image = numpy.random.default_rng(2).integers(0, 256, (9, 7, 3))
        with tempfile.TemporaryDirectory() as folder:
            images.write(image, f'{folder}/image.png')
            read = png.read(f'{folder}/image.png')
            with self.assertRaises(OSError):
                png.read(f'{folder}/missing.png')
        self.assertTrue((read[..., :3] == image).all() and (read[..., 3] == 255).all())

    def test_a_sheet_is_continued_on_the_next_one(self):
        cells = [(f'a/b-{number}', [numpy.full((100, 300, 3), 255)] * 3) for number in range(12)]
        made = contact_sheet.sheets(cells, longest_side=200, width=800, height=400)
        self.assertGreater(len(made), 1)
        for sheet in made:
            self.assertLessEqual(sheet.shape[0], 430)
            self.assertTrue((sheet == contact_sheet.INK).any() and (sheet == 255).any())

    def test_a_picture_of_one_color_is_flat(self):
        self.assertTrue(map_rendering.is_flat(disk(64, 4, (255, 0, 0, 255), (0, 0, 0, 0))))
        self.assertFalse(map_rendering.is_flat(disk(64, 20, (255, 0, 0, 255), (0, 0, 0, 0))))

    def test_the_name_of_a_picture_has_its_camera(self):
        parts = map_pictures.NAME.fullmatch('osm-bright-plain-helsinki-z16.3.png')
        self.assertEqual(parts.groups(), ('osm-bright', 'helsinki', '16.3', None))
        parts = map_pictures.NAME.fullmatch('positron-plain-columbus-z16-b30.png')
        self.assertEqual(parts.groups(), ('positron', 'columbus', '16', '30'))
        self.assertIsNone(map_pictures.NAME.fullmatch('osm-bright-columbus-z12.png'))


# A runner that copies the image "drawn.png" of a case, or reports a problem.
RUNNER = '''#!/usr/bin/env python3
import json, os, shutil, sys
for path in sys.stdin.read().split():
    drawn = os.path.join(os.path.dirname(path), 'drawn.png')
    name = path.replace('/', '-') + '.png'
    if os.path.exists(drawn):
        shutil.copy(drawn, name)
        print(json.dumps({'path': path, 'image': name, 'errors': []}))
    else:
        print(json.dumps({'path': path, 'problem': 'nothing is drawn'}))
'''


class SuiteTests(unittest.TestCase):
    def setUp(self):
        self.place = tempfile.TemporaryDirectory()
        self.folder, self.out = f'{self.place.name}/suite', f'{self.place.name}/out'
        os.makedirs(self.out)
        with open(f'{self.place.name}/ConformanceRunner', 'w', encoding='utf-8') as file:
            file.write(RUNNER)
        os.chmod(file.name, stat.S_IRWXU)

    def tearDown(self):
        self.place.cleanup()

    def add(self, name, drawn, expected, kind='fill', **style):
        case = f'{self.folder}/tests/{name}'
        os.makedirs(case)
        with open(f'{case}/style.json', 'w', encoding='utf-8') as file:
            json.dump({'layers': [{'type': kind}], **style}, file)
        for number, image in enumerate(expected):
            images.write(image, f'{case}/expected{number or ""}.png')
        if drawn is not None:
            images.write(drawn, f'{case}/drawn.png')

    def measure(self):
        output = io.StringIO()
        with contextlib.redirect_stdout(output):
            options = argparse.Namespace(names=[], all=False)
            status = map_rendering.measure(f'{self.place.name}/cartouche', self.folder, self.out, options)
        return status, output.getvalue().splitlines()

    def test_the_last_lines_count_the_cases(self):
        still, moved = (disk(64, 20, (0, 0, 0), (255, 255, 255), shift) for shift in (0, .3))
        other, white = disk(64, 12, (0, 0, 0), (255, 255, 255)), numpy.full((64, 64, 3), 255)
        self.add('fill/same', still, [other, still])
        self.add('fill/moved', moved, [still])
        self.add('fill/small', disk(64, 2, (0, 0, 0), (255, 255, 255)), [white])
        self.add('fill/other', other, [still])
        self.add('fill/nothing', None, [still])
        self.add('fill/size', white[:32], [still])
        self.add('text/same', still, [still], kind='symbol')
        self.add('text/boxes', still, [still], kind='symbol', metadata={'test': {'collisionDebug': True}})
        status, lines = self.measure()
        self.assertEqual(status, 1)
        self.assertEqual(lines[-4:], [
            'maplibre-render/plain: a flat color is close to 1 of 6; of the others close 2 of 5',
            'maplibre-render/plain: close 3 of 6, strict 2 of 6', 'maplibre-render/symbols: close 1 of 1, strict 1 of 1',
            'maplibre-render: close 4 of 7, strict 3 of 7'])
        self.assertIn('| fill | 6 | 3 | 2 | 5 | 2 |', lines)
        self.assertIn('fill/nothing: nothing is drawn', lines)
        self.assertTrue(any('does not count: draws collision boxes' in line for line in lines))
        self.assertTrue(os.path.exists(f'{self.out}/maplibre-render-1.png'))

    def test_the_goals_are_reached_if_all_is_drawn(self):
        still = disk(64, 20, (0, 0, 0), (255, 255, 255))
        self.add('fill/same', still, [still])
        self.assertEqual(self.measure()[0], 0)


if __name__ == '__main__':
    unittest.main()
