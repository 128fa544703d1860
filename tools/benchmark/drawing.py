"""Drawings of Cartouche for documents: shapes and text of a known width, in the encoding of benchmark scenes."""
import struct
import subprocess
import tempfile

from make_scenes import Scene, solid

FONT = '/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf'
INK, GRAY = 0xff20262e, 0xff77808b


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


class Drawing:
    """A scene on white."""

    def __init__(self, width, height):
        self.scene, self.font = Scene(width, height), Font(FONT)
        self.rect(0xffffffff, 0, 0, width, height)

    def rect(self, color, x, y, width, height):
        self.scene.rect(solid(color), x, y, width, height)

    def circle(self, color, x, y, radius):
        self.scene.circle(solid(color), x, y, radius)

    def text(self, words, x, baseline, size, color, anchor='left'):
        """Adds a line of text, and returns where it ends."""
        widths = [self.font.advance(letter, size) for letter in words]
        x -= {'left': 0, 'middle': sum(widths) / 2, 'right': sum(widths)}[anchor]
        glyphs = []
        for letter, width in zip(words, widths):
            glyphs.append((ord(letter), x, baseline))
            x += width
        self.scene.text(solid(color), size, glyphs)
        return x

    def write(self, program, path):
        """Lets Cartouche draw the scene to a PNG file."""
        with tempfile.TemporaryDirectory() as folder:
            self.scene.save(folder, 'drawing')
            scene = f'{folder}/drawing_{self.scene.width}x{self.scene.height}.scn'
            subprocess.run([program, 'bench', scene, '--frames', '1', '--dump-frame', path], check=True, stdout=subprocess.DEVNULL,
                           stderr=subprocess.DEVNULL)
