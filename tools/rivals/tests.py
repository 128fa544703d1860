"""Tests of what runs without the other programs: python3 tools/rivals/tests.py"""
import contextlib
import json
import os
import sqlite3
import struct
import subprocess
import sys
import tempfile
import unittest
import urllib.error
import urllib.request

import cartouche
import main
import paths
import picture
import processes
import site_folder
import table


def png_size(path):
    with open(path, 'rb') as file:
        return struct.unpack('>II', file.read(24)[16:])


class PathTests(unittest.TestCase):
    def test_cameras_move_as_far_as_the_fingers(self):
        size, center, zoom = (1280, 720), (39.9612, -82.9988), 14
        pan = paths.cameras('pan', center, zoom)
        fingers = paths.fingers('pan', size)
        self.assertEqual(len(pan), len(fingers))
        for camera, (finger,) in zip(pan, fingers):
            moved = (camera[0] - center[1]) / 360 * 512 * 2 ** zoom
            self.assertAlmostEqual(moved, fingers[0][0][0] - finger[0], places=3)
        self.assertEqual(pan[2 * paths.PAN_FRAMES], pan[0])
        for camera, (left, right) in zip(paths.cameras('zoom', center, zoom), paths.fingers('zoom', size)):
            first = paths.fingers('zoom', size)[0]
            self.assertAlmostEqual((right[0] - left[0]) / (first[1][0] - first[0][0]), 2 ** (camera[2] - zoom))

    def test_fingers_stay_on_the_screen(self):
        for size in ((1280, 720), (800, 480)):
            for move in ('zoom', 'rotation'):
                for x, y in sum(paths.fingers(move, size), []):
                    self.assertTrue(0 <= x < size[0] and 0 <= y < size[1], (size, move, x, y))

    def test_a_recording_lifts_every_finger_that_it_puts_down(self):
        text = paths.recording(paths.fingers('rotation', (1280, 720)), (1280, 720))
        tracking = [int(line.split()[-1]) for line in text.splitlines() if line.startswith('E:') and ' 0003 0039 ' in line]
        self.assertEqual(tracking, [1, 2, -1, -1])
        times = [float(line.split()[1]) for line in text.splitlines() if line.startswith('E:')]
        self.assertEqual(times, sorted(times))
        self.assertAlmostEqual(times[-1] - times[0], (paths.FRAMES['rotation'] + 1 + paths.REST_FRAMES) / 60 - paths.LEAD, places=5)


class ProcessTests(unittest.TestCase):
    def test_the_time_of_ended_children_counts(self):
        work = 'import subprocess, sys; subprocess.run([sys.executable, "-c", "sum(range(20_000_000))"]); print(flush=True); sys.stdin.read()'
        with subprocess.Popen([sys.executable, '-c', work], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
            process.stdout.readline()
            self.assertGreater(processes.processor_time(process.pid), .05)
            self.assertGreater(processes.memory(process.pid), 1)
            process.stdin.close()

    def test_a_program_that_fails_says_why(self):
        with self.assertRaisesRegex(RuntimeError, 'no map'):
            cartouche.run([sys.executable, '-c', 'import sys; sys.exit("no map")'])


class SiteTests(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        archive = f'{self.folder.name}/town.mbtiles'
        with contextlib.closing(sqlite3.connect(archive)) as database, database:
            database.execute('CREATE TABLE metadata (name, value)')
            database.execute('CREATE TABLE tiles (zoom_level, tile_column, tile_row, tile_data)')
            database.execute('INSERT INTO metadata VALUES ("maxzoom", "3")')
            database.execute('INSERT INTO tiles VALUES (3, 2, 7, ?)', (b'first row',))
        self.site = site_folder.Site(self.folder.name, archive)
        self.addCleanup(self.site.close)

    def get(self, path):
        with urllib.request.urlopen(self.site.address + path) as answer:
            return answer.status, answer.read()

    def test_tiles_and_files(self):
        self.assertEqual(self.get('/tiles/3/2/0.pbf'), (200, b'first row'))
        self.assertEqual(self.get('/tiles/3/2/7.pbf'), (204, b''))
        self.assertEqual(self.get('/glyphs/Sans%20Bold/512-767.pbf'), (200, b''))
        with self.assertRaises(urllib.error.HTTPError):
            self.get('/../etc/passwd')

    def test_a_style_gets_addresses_of_this_site(self):
        fonts = {'stops': [[6, ['Noto Sans Bold']], [10, ['Noto Sans Regular', 'Other']]]}
        style = {'sources': {'town': {'type': 'vector', 'url': 'elsewhere'}, 'hills': {'type': 'raster'}}, 'sprite': 'elsewhere', 'layers': [
            {'type': 'background'}, {'type': 'raster', 'source': 'hills'}, {'type': 'symbol', 'source': 'town', 'layout': {'text-font': fonts}}]}
        path = f'{self.folder.name}/original.json'
        with open(path, 'w') as file:
            json.dump(style, file)
        self.assertEqual(self.site.add_style(path, has_icons=False), ['Noto Sans Bold', 'Noto Sans Regular,Other'])
        changed = json.loads(self.get('/style.json')[1])
        self.assertEqual([layer['type'] for layer in changed['layers']], ['background', 'symbol'])
        self.assertEqual(changed['sources'], {'town': {'type': 'vector', 'tiles': [f'{self.site.address}/tiles/{{z}}/{{x}}/{{y}}.pbf'], 'maxzoom': 3}})
        self.assertNotIn('elsewhere', json.dumps(changed))
        self.assertNotIn('sprite', changed)

    def test_positions_and_coordinates_are_inverse(self):
        for place in ((0, 0), (39.9612, -82.9988), (-60, 170)):
            for expected, actual in zip(place, site_folder.coordinate(site_folder.position(place, 14), 14)):
                self.assertAlmostEqual(expected, actual)


class TableTests(unittest.TestCase):
    rows = {'cartouche': {'pan': 1.25, 'zoom': 2, 'rotation': 3, 'start': .5, 'memory': 90, 'frames': {}},
            'leaflet': {'pan': 4, 'zoom': 8, 'frames': {'pan': 60}}, 'qt': {'missing': 'not installed: qmlscene'}}

    def test_a_program_that_is_missing_has_a_row_that_says_so(self):
        lines = table.markdown(self.rows).splitlines()
        self.assertEqual(len(lines), 5)
        self.assertIn('| 1.2 | 2.0 | 3.0 |', lines[2])
        self.assertIn('| 4.0 | 8.0 | – | 60, –, – |', lines[3])
        self.assertIn('| not installed: qmlscene |', lines[4])
        self.assertEqual(len({line.count('|') for line in lines}), 1)

    def test_the_lowest_times_of_several_rounds(self):
        rounds = [{'pan': 3, 'zoom': 5, 'start': 1, 'memory': 7}, {'pan': 4, 'zoom': 2, 'start': 2, 'memory': 8}]
        self.assertEqual(table.lowest(rounds), {'pan': 3, 'zoom': 2, 'start': 1, 'memory': 8})

    def test_what_is_not_installed_is_named(self):
        with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
            path = os.environ['PATH']
            stack.callback(os.environ.update, PATH=path)
            os.environ['PATH'] = folder
            self.assertEqual(main.missing('cartouche', folder), '')
            self.assertRegex(main.missing('leaflet', folder), '^not installed: chromium, libjs-leaflet')
            self.assertRegex(main.missing('maplibre-llvmpipe', folder), '^not installed: chromium, maplibre, xvfb')

    def test_the_picture_has_a_row_for_each_program(self):
        program = f'{main.TOP}/.build/release/cartouche'
        if not os.path.exists(program):
            self.skipTest('the program is not built; first: tools/build')
        with tempfile.TemporaryDirectory() as folder:
            picture.write({'A': self.rows, 'B': {'cartouche': self.rows['cartouche']}}, program, f'{folder}/table.png', 'a note')
            self.assertEqual(png_size(f'{folder}/table.png'), (picture.WIDTH, picture.TOP + 3 * picture.ROW + 16))


if __name__ == '__main__':
    unittest.main()
