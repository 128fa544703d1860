"""Compares screenshots and dumped frames, which are binary PPM files, pixel by pixel."""
import re


class Image:
    """An image with three bytes per pixel."""

    def __init__(self, width, height, pixels):
        self.width, self.height, self.pixels = width, height, pixels

    @classmethod
    def read(cls, path):
        with open(path, 'rb') as file:
            data = file.read()
        head = re.match(rb'P6\s+(\d+)\s+(\d+)\s+255\s', data)
        if not head:
            raise ValueError(f'{path} is not a binary PPM image')
        width, height = int(head[1]), int(head[2])
        pixels = data[head.end():]
        if len(pixels) != width * height * 3:
            raise ValueError(f'{path} is truncated')
        return cls(width, height, pixels)

    def write(self, path):
        with open(path, 'wb') as file:
            file.write(b'P6\n%d %d\n255\n' % (self.width, self.height) + self.pixels)

    def differing(self, other):
        """Returns the indices of the pixels that differ."""
        a, b = self.pixels, other.pixels
        if a == b:
            return []
        return [i for i in range(self.width * self.height) if a[3 * i:3 * i + 3] != b[3 * i:3 * i + 3]]


def difference(expected_path, actual_path, output_path):
    """Returns a sentence on the difference of two images, or ''. Writes an image of the differing pixels to `output_path`."""
    expected, actual = Image.read(expected_path), Image.read(actual_path)
    if (expected.width, expected.height) != (actual.width, actual.height):
        return f'{actual_path} is {actual.width} x {actual.height}, {expected_path} {expected.width} x {expected.height}'
    indices = expected.differing(actual)
    if not indices:
        return ''
    marked = bytearray(len(expected.pixels))
    for index in indices:
        marked[3 * index:3 * index + 3] = b'\xff\xff\xff'
    Image(expected.width, expected.height, bytes(marked)).write(output_path)
    x, y = indices[0] % expected.width, indices[0] // expected.width
    return (f'{len(indices)} pixels differ, the first at ({x}, {y}): {expected_path} and {actual_path}; '
            f'differences: {output_path}')
