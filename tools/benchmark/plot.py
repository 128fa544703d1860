"""Draws the results of tools/bench as a picture: a row for each scene, with a dot for each library. Cartouche draws it."""
import json
import math
import os
import struct
import subprocess
import tempfile

from make_scenes import Scene, solid

FONT = '/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf'
COLORS = {'cartouche': 0xffc8102e, 'cairo': 0xff2f6fb5, 'pixman': 0xff7a5ab0, 'agg': 0xff3c9a5f, 'qt': 0xffd98a1f}
TITLES = {'cartouche': 'Cartouche', 'agg': 'AGG', 'qt': 'Qt', 'town': 'map'}
INK, GRAY, PALE = 0xff20262e, 0xff77808b, 0xffe3e7ec
WIDTH, ROW, LEFT, RIGHT, TOP = 1000, 26, 250, 40, 92
MEANINGS = {
    'S1': 'one color', 'S2': 'translucent color', 'S2p': 'the same over noise', 'S3lin': 'linear gradient', 'S3rad': 'radial gradient',
    'S4a': 'translucent polygons', 'S4o': 'polygons', 'S5p': '2000 areas', 'S5l': '3000 roads', 'S6': 'circles', 'S7': 'cards', 'S8': 'shadows',
    'S9': 'images in perspective', 'S10': 'scaled image', 'S10r': 'turned image', 'S11': 'glyphs', 'S11r': 'turned glyphs', 'S12': 'smooth coast',
    'S12b': 'rugged coast', 'S13': 'page of text', 'S14': 'list', 'town': 'with labels'}


class Font:
    """The advances of a TrueType font (tables head, hhea, hmtx and cmap of format 4)."""

    def __init__(self, path):
        with open(path, 'rb') as file:
            self.data = file.read()
        count = struct.unpack('>H', self.data[4:6])[0]
        tables = {tag.decode(): offset for tag, _, offset, _ in (struct.unpack('>4sIII', self.data[12 + 16 * i:28 + 16 * i]) for i in range(count))}
        self.units = self._number('H', tables['head'] + 18)
        self.metrics, self.widths = self._number('H', tables['hhea'] + 34), tables['hmtx']
        subtables = self._number('H', tables['cmap'] + 2)
        offsets = [tables['cmap'] + self._number('I', tables['cmap'] + 8 + 8 * i) for i in range(subtables)]
        self.map = next(offset for offset in offsets if self._number('H', offset) == 4)

    def _number(self, kind, offset):
        return struct.unpack_from(f'>{kind}', self.data, offset)[0]

    def _glyph(self, code):
        segments = self._number('H', self.map + 6) // 2
        ends, starts = self.map + 14, self.map + 16 + 2 * segments
        for index in range(segments):
            start = self._number('H', starts + 2 * index)
            if start <= code <= self._number('H', ends + 2 * index):
                delta = self._number('H', starts + 2 * (segments + index))
                place = starts + 2 * (2 * segments + index)
                offset = self._number('H', place)
                glyph = self._number('H', place + offset + 2 * (code - start)) if offset else code
                return (glyph + delta) & 0xffff if glyph else 0
        return 0

    def advance(self, letter, size):
        """Returns the advance of a letter in pixels."""
        glyph = min(self._glyph(ord(letter)), self.metrics - 1)
        return self._number('H', self.widths + 4 * glyph) * size / self.units


def write(results, program, path, note):
    """Draws the results to a PNG file.

    results  {scene: {library: milliseconds, or None if it cannot draw the scene}}, with memset among the libraries
    program  the path of cartouche
    note     a line about the machine, below the title
    """
    font, scenes = Font(FONT), list(results)
    names = [name for name in ('cartouche', 'cairo', 'pixman', 'agg', 'qt') if any(results[scene].get(name) for scene in scenes)]
    times = [time for row in results.values() for time in row.values() if time]
    low, high = (10 ** limit for limit in (math.floor(math.log10(min(times))), math.ceil(math.log10(max(times)))))
    height = TOP + ROW * len(scenes) + 44
    scene = Scene(WIDTH, height)
    scene.rect(solid(0xffffffff), 0, 0, WIDTH, height)

    def text(words, x, baseline, size, color, anchor='left'):
        total = sum(font.advance(letter, size) for letter in words)
        x -= {'left': 0, 'middle': total / 2, 'right': total}[anchor]
        glyphs = []
        for letter in words:
            glyphs.append((ord(letter), x, baseline))
            x += font.advance(letter, size)
        scene.text(solid(color), size, glyphs)
        return x

    def place(time):
        return LEFT + (WIDTH - LEFT - RIGHT) * math.log10(time / low) / math.log10(high / low)

    bottom = TOP + ROW * len(scenes)
    text('Milliseconds a frame', 20, 34, 20, INK)
    text(note, 20, 56, 12, GRAY)
    x = LEFT
    for name in names:
        scene.circle(solid(COLORS[name]), x + 6, 76, 5 if name == 'cartouche' else 4)
        x = text(TITLES.get(name, name), x + 17, 80, 13, INK) + 24
    scene.rect(solid(GRAY), x + 4, 68, 2, 16)
    text('memset of the frame', x + 14, 80, 13, INK)
    decade = low
    while decade <= high * 1.001:
        for step in range(1, 10 if decade < high * .999 else 2):
            scene.rect(solid(0xffc3cad2 if step == 1 else 0xfff1f3f5), place(decade * step), TOP, 1, bottom - TOP)
        text(f'{decade:g}', place(decade), bottom + 18, 12, GRAY, 'middle')
        decade *= 10
    for index, (label, row) in enumerate(results.items()):
        middle = TOP + ROW * (index + .5)
        text(TITLES.get(label, label), 66, middle + 5, 13, INK, 'right')
        text(MEANINGS.get(label, ''), 76, middle + 5, 13, GRAY)
        found = [place(row[name]) for name in names if row.get(name)]
        scene.rect(solid(PALE), min(found), middle - 1, max(max(found) - min(found), 1), 2)
        if row.get('memset'):
            scene.rect(solid(GRAY), place(row['memset']) - 1, middle - 7, 2, 14)
        for name in reversed(names):
            if row.get(name):
                scene.circle(solid(COLORS[name]), place(row[name]), middle, 5.5 if name == 'cartouche' else 4.5)
    with tempfile.TemporaryDirectory() as folder:
        scene.save(folder, 'plot')
        subprocess.run([program, 'bench', f'{folder}/plot_{WIDTH}x{height}.scn', '--frames', '1', '--dump-frame', path], check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    with open(os.path.splitext(path)[0] + '.json', 'w') as file:
        json.dump(results, file, indent=1)
