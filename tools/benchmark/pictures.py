"""Pictures as arrays of rows × columns × 3, and how far two of them are from each other."""
import struct
import zlib

import numpy


def read(path):
    """The portable pixmap at `path`."""
    with open(path, 'rb') as file:
        head, rows = file.read().split(b'\n255\n', 1)
    width, height = map(int, head.split()[-2:])
    return numpy.frombuffer(rows, numpy.uint8).reshape(height, width, 3).astype(int)


def write(picture, path):
    """Writes `picture` as a PNG."""
    height, width, _ = picture.shape
    rows = numpy.zeros((height, 1 + width * 3), numpy.uint8)
    rows[:, 1:] = picture.clip(0, 255).astype(numpy.uint8).reshape(height, -1)

    def chunk(kind, data):
        return struct.pack('>I', len(data)) + kind + data + struct.pack('>I', zlib.crc32(kind + data))

    with open(path, 'wb') as file:
        file.write(b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', struct.pack('>IIBBBBB', width, height, 8, 2, 0, 0, 0))
                   + chunk(b'IDAT', zlib.compress(rows.tobytes(), 6)) + chunk(b'IEND', b''))


def difference(a, b):
    """The mean distance of two pictures' components, in 255ths."""
    return float(abs(a - b).mean())


def difference_picture(a, b):
    """Where two pictures differ, sixteen times as strong, on black."""
    return abs(a - b) * 16
