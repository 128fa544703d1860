"""Glyph files as MapLibre reads them: signed distance fields of 256 characters, made from an installed font."""
import os

import numpy
from PIL import Image, ImageDraw, ImageFont
from scipy.ndimage import distance_transform_edt

FOLDER = '/usr/share/fonts/truetype/dejavu'
# Latin, Latin Extended-A, and general punctuation.
STARTS = (0, 256, 8192)
# The format: glyphs of 24 pixels with a border of 3. A distance of 8 pixels is the range from 0 to 255, with
# the outline at 3/4.
EM, BORDER, RADIUS, OUTLINE = 24, 3, 8, .75
# The ascender, from which the format measures the top of a glyph. It is that of the fonts which styles are
# made for.
ASCENDER = 26
# Glyphs are drawn larger, to find distances smaller than a pixel. The canvas is a square around the glyph's
# origin.
SCALE, CANVAS, ORIGIN = 4, 72, (20, 46)


def write(fonts, folder):
    """Writes FOLDER/FONT/START-END.pbf for each font's name, such as "Noto Sans Bold", unless the file exists."""
    for font in fonts:
        os.makedirs(f'{folder}/{font}', exist_ok=True)
        for start in STARTS:
            path = f'{folder}/{font}/{start}-{start + 255}.pbf'
            if not os.path.exists(path):
                with open(path, 'wb') as file:
                    file.write(glyph_range(font, start))


def glyph_range(name, start):
    bold = any(word in name for word in ('Bold', 'Medium', 'Black'))
    font = ImageFont.truetype(f'{FOLDER}/DejaVuSans{"-Bold" if bold else ""}.ttf', EM * SCALE)
    glyphs = [field(3, glyph(font, code)) for code in range(start, start + 256) if chr(code).isprintable()]
    return field(1, field(1, name.encode()) + field(2, f'{start}-{start + 255}'.encode()) + b''.join(glyphs))


def glyph(font, code):
    canvas = Image.new('L', (CANVAS * SCALE, CANVAS * SCALE))
    ImageDraw.Draw(canvas).text([place * SCALE for place in ORIGIN], chr(code), font=font, fill=255, anchor='ls')
    advance = round(font.getlength(chr(code)) / SCALE)
    box = canvas.getbbox()
    if not box:
        return field(1, code) + field(3, 0) + field(4, 0) + field(5, 0) + field(6, 0) + field(7, advance)
    left, top, right, bottom = box[0] // SCALE, box[1] // SCALE, -(-box[2] // SCALE), -(-box[3] // SCALE)
    ink = numpy.asarray(canvas) > 127
    distance = distance_transform_edt(~ink) - distance_transform_edt(ink)
    distance = distance.reshape(CANVAS, SCALE, CANVAS, SCALE).mean((1, 3)) / SCALE
    values = (255 * (OUTLINE - distance / RADIUS)).clip(0, 255).astype(numpy.uint8)
    values = values[top - BORDER:bottom + BORDER, left - BORDER:right + BORDER]
    return (field(1, code) + field(2, values.tobytes()) + field(3, right - left) + field(4, bottom - top) + field(5, signed(left - ORIGIN[0]))
            + field(6, signed(ORIGIN[1] - top - ASCENDER)) + field(7, advance))


def signed(value):
    """Returns the number by which a protocol buffer encodes a signed one ("zigzag")."""
    return value * 2 if value >= 0 else -value * 2 - 1


def field(number, value):
    """Returns a field of a protocol buffer: a number of at least 0, or bytes."""
    if isinstance(value, bytes):
        return varint(number << 3 | 2) + varint(len(value)) + value
    return varint(number << 3) + varint(value)


def varint(value):
    data = bytearray()
    while value > 127:
        data.append(value & 127 | 128)
        value >>= 7
    return bytes(data + bytes([value]))
