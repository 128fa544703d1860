"""Images as arrays of rows × columns × 3 components, and the difference of two images."""
import struct
import zlib

import numpy


def read(path):
    """Returns the image of the portable pixmap at `path`."""
    with open(path, 'rb') as file:
        head, rows = file.read().split(b'\n255\n', 1)
    width, height = map(int, head.split()[-2:])
    return numpy.frombuffer(rows, numpy.uint8).reshape(height, width, 3).astype(int)


def write(image, path):
    """Writes `image` as a PNG."""
    height, width, _ = image.shape
    rows = numpy.zeros((height, 1 + width * 3), numpy.uint8)
    rows[:, 1:] = image.clip(0, 255).astype(numpy.uint8).reshape(height, -1)

    def chunk(kind, data):
        return struct.pack('>I', len(data)) + kind + data + struct.pack('>I', zlib.crc32(kind + data))

    with open(path, 'wb') as file:
        file.write(b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', struct.pack('>IIBBBBB', width, height, 8, 2, 0, 0, 0))
                   + chunk(b'IDAT', zlib.compress(rows.tobytes(), 6)) + chunk(b'IEND', b''))


def difference(a, b):
    """Returns the mean difference of two images' components, in 255ths."""
    return float(abs(a - b).mean())


def amplified_difference(a, b):
    """Returns the differences of two images, amplified sixteen times, on black."""
    return abs(a - b) * 16
