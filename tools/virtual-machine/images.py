"""Screenshots and dumped frames: binary PPM, compared pixel for pixel."""
import re


class Image:
    def __init__(self, width, height, pixels):
        self.width, self.height, self.pixels = width, height, pixels

    @classmethod
    def read(cls, path):
        with open(path, 'rb') as file:
            data = file.read()
        head = re.match(rb'P6\s+(\d+)\s+(\d+)\s+255\s', data)
        if not head:
            raise ValueError(f'{path} is no picture in binary PPM')
        width, height = int(head[1]), int(head[2])
        pixels = data[head.end():]
        if len(pixels) != width * height * 3:
            raise ValueError(f'{path} is cut off')
        return cls(width, height, pixels)

    def write(self, path):
        with open(path, 'wb') as file:
            file.write(b'P6\n%d %d\n255\n' % (self.width, self.height) + self.pixels)

    def differing(self, other):
        """The numbers of the pixels that are not the same."""
        a, b = self.pixels, other.pixels
        if a == b:
            return []
        return [i for i in range(self.width * self.height) if a[3 * i:3 * i + 3] != b[3 * i:3 * i + 3]]


def difference(expected_path, actual_path, output_path):
    """What two pictures differ in, as a sentence; nothing if they are equal. Where they differ is drawn at `output_path`."""
    expected, actual = Image.read(expected_path), Image.read(actual_path)
    if (expected.width, expected.height) != (actual.width, actual.height):
        return f'{actual_path} is {actual.width} x {actual.height}, {expected_path} {expected.width} x {expected.height}'
    places = expected.differing(actual)
    if not places:
        return ''
    marked = bytearray(len(expected.pixels))
    for place in places:
        marked[3 * place:3 * place + 3] = b'\xff\xff\xff'
    Image(expected.width, expected.height, bytes(marked)).write(output_path)
    x, y = places[0] % expected.width, places[0] // expected.width
    return (f'{len(places)} pixels differ, the first at ({x}, {y}): {expected_path} and {actual_path}; '
            f'where: {output_path}')
