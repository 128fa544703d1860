#!/usr/bin/env python3
"""Writes the benchmark scenes as FOLDER/SCENE_WxH.scn, the same on every machine. SCENES.md describes them.

  make_scenes.py FOLDER [--size WxH]… [--seed N]    by default 480x320, 1280x720 and 1920x1080; AA is 512x512
"""
import argparse
import math
import os
import struct


class SeededRandom:
    """The 32-bit linear congruential generator of Numerical Recipes, of which the upper 24 bits are used."""
    # Added to each seed, so that other scenes of the same kind can be made.
    offset = 0

    def __init__(self, seed):
        self.state = (seed + 1_000_003 * SeededRandom.offset) & 0xffffffff

    def unit(self):
        self.state = (self.state * 1664525 + 1013904223) & 0xffffffff
        return (self.state >> 8) / 16777216.0

    def uniform(self, low, high):
        return low + (high - low) * self.unit()

    def integer(self, low, high):
        return low + int(self.unit() * (high - low + 1))

    def color(self, alpha=255):
        red = self.integer(0, 255)
        green = self.integer(0, 255)
        return alpha << 24 | red << 16 | green << 8 | self.integer(0, 255)


def floats(*values):
    return struct.pack(f'<{len(values)}f', *values)


def words(*values):
    return struct.pack(f'<{len(values)}I', *values)


def solid(color):
    return words(0, color, 0) + floats(0, 0, 0, 0) + words(0)


def linear(first, last, x0, y0, x1, y1):
    return words(1, first, last) + floats(x0, y0, x1, y1) + words(0)


def radial(first, last, x, y, radius):
    return words(2, first, last) + floats(x, y, radius, 0) + words(0)


class Scene:
    """A scene as encoded commands."""
    def __init__(self, width, height):
        self.width, self.height, self.commands = width, height, []

    def add(self, operation, payload):
        self.commands.append(words(operation, len(payload) // 4) + payload)

    def rect(self, paint, x, y, width, height):
        self.add(1, paint + floats(x, y, width, height))

    def polygon(self, paint, points, rule=0):
        self.add(2, paint + words(rule, len(points)) + b''.join(floats(*p) for p in points))

    def line(self, paint, width, points):
        self.add(3, paint + floats(width) + words(len(points)) + b''.join(floats(*p) for p in points))

    def circle(self, paint, x, y, radius):
        self.add(4, paint + floats(x, y, radius))

    def card(self, paint, x, y, width, height, radius, border, color):
        self.add(5, paint + floats(x, y, width, height, radius, border) + words(color))

    def shadow(self, paint, x, y, width, height, radius, sigma, dx, dy):
        self.add(6, paint + floats(x, y, width, height, radius, sigma, dx, dy))

    def define_image(self, number, width, height, pixels):
        self.add(7, words(number, width, height) + words(*pixels))

    def image(self, number, matrix):
        self.add(8, words(number) + floats(*matrix))

    def image_in_perspective(self, number, matrix):
        self.add(9, words(number) + floats(*matrix))

    def text(self, paint, size, glyphs):
        self.add(10, paint + floats(size) + words(len(glyphs)) + b''.join(words(c) + floats(x, y) for c, x, y in glyphs))

    def turned_text(self, paint, size, degrees, x, y, glyphs):
        self.add(11, paint + floats(size, degrees, x, y) + words(len(glyphs))
                 + b''.join(words(c) + floats(x, y) for c, x, y in glyphs))

    def save(self, folder, name):
        with open(os.path.join(folder, f'{name}_{self.width}x{self.height}.scn'), 'wb') as file:
            file.write(b'SCN1' + words(self.width, self.height, len(self.commands)) + b''.join(self.commands))


def star(random, x, y, radius, corners, minimum=0.4):
    """Returns a polygon whose corners have random distances from `minimum` of the radius to the radius."""
    phase = random.uniform(0, 2 * math.pi)
    points = []
    for k in range(corners):
        distance = radius * random.uniform(minimum, 1)
        points.append((x + distance * math.cos(phase + 2 * math.pi * k / corners),
                       y + distance * math.sin(phase + 2 * math.pi * k / corners)))
    return points


def coast(random, x, y, radius, minimum, roughness=0.22):
    """Returns a circle whose sides are halved, with the middle moved sideways, until it has at least `minimum` corners."""
    points = [(x + radius * math.cos(2 * math.pi * k / 32), y + radius * math.sin(2 * math.pi * k / 32)) for k in range(32)]
    while len(points) < minimum:
        finer = []
        for k, a in enumerate(points):
            b = points[(k + 1) % len(points)]
            dx, dy, offset = b[0] - a[0], b[1] - a[1], random.uniform(-roughness, roughness)
            finer += [a, ((a[0] + b[0]) / 2 - dy * offset, (a[1] + b[1]) / 2 + dx * offset)]
        points = finer
    return points


def checks(width, height):
    """Returns the pixels of a checkerboard with squares of 16 pixels in two color ramps."""
    pixels = []
    for y in range(height):
        for x in range(width):
            if ((x >> 4) + (y >> 4)) & 1:
                red, green, blue = x * 255 // width, y * 255 // height, 128
            else:
                red, green, blue = 255 - x * 255 // width, 64, y * 255 // height
            pixels.append(0xff000000 | red << 16 | green << 8 | blue)
    return pixels


def card_in_perspective(width, height, x, y, scale, ax, ay, az, distance):
    """Returns the matrix, row by row, from a card's pixels to the screen: rotated by three angles and seen from `distance` card widths."""
    ca, sa, cb, sb, cc, sc = math.cos(ax), math.sin(ax), math.cos(ay), math.sin(ay), math.cos(az), math.sin(az)
    across = (cb * cc, sa * sb * cc - ca * sc)
    down = (cb * sc, sa * sb * sc + ca * cc)
    deep = (-sb, sa * cb)
    g, h = deep[0] / (distance * width), deep[1] / (distance * width)
    m = [across[0] * scale + x * g, across[1] * scale + x * h, x, down[0] * scale + y * g, down[1] * scale + y * h, y, g, h, 1.0]
    for row in range(3):
        m[3 * row + 2] += m[3 * row] * (-width / 2) + m[3 * row + 1] * (-height / 2)
    return [v / m[8] for v in m]


def fills(w, h, save):
    scene = Scene(w, h)
    scene.rect(solid(0xff2040a0), 0, 0, w, h)
    save(scene, 'S1')
    scene = Scene(w, h)
    scene.rect(solid(0x802040a0), 0, 0, w, h)
    save(scene, 'S2')
    random, scene = SeededRandom(2), Scene(w, h)
    scene.define_image(0, w, h, [random.color() for _ in range(w * h)])
    scene.image(0, (1, 0, 0, 1, 0, 0))
    scene.rect(solid(0x802040a0), 0, 0, w, h)
    save(scene, 'S2p')
    scene = Scene(w, h)
    scene.rect(linear(0xff2040a0, 0xfff0c020, 0, 0, w, h), 0, 0, w, h)
    save(scene, 'S3lin')
    scene = Scene(w, h)
    scene.rect(radial(0xff2040a0, 0xfff0c020, w / 2, h / 2, math.hypot(w, h) / 2), 0, 0, w, h)
    save(scene, 'S3rad')


def polygons(w, h, save):
    for name, alpha in (('S4a', 26), ('S4o', 255)):
        random = SeededRandom(4)
        scene = Scene(w, h)
        for _ in range(1000):
            radius = 4 * math.exp(random.uniform(0, math.log(h / 6 / 4)))
            paint = solid(random.color(alpha))
            x, y = random.uniform(0, w), random.uniform(0, h)
            scene.polygon(paint, star(random, x, y, radius, random.integer(3, 10)))
        save(scene, name)


def maps(w, h, save):
    random = SeededRandom(5)
    areas, roads = [], []
    for _ in range(2000):
        color = random.color()
        x, y, radius = random.uniform(0, w), random.uniform(0, h), random.uniform(5, 15)
        areas.append((color, star(random, x, y, radius, random.integer(10, 60), 0.8)))
    for _ in range(3000):
        x, y, direction = random.uniform(0, w), random.uniform(0, h), random.uniform(0, 2 * math.pi)
        points = [(x, y)]
        for _ in range(19):
            direction += random.uniform(-0.6, 0.6)
            step = random.uniform(4, 16)
            x += step * math.cos(direction)
            y += step * math.sin(direction)
            points.append((x, y))
        color = random.color()
        roads.append((color, random.uniform(1, 6), points))
    for name, some_areas, some_roads in (('S5', areas, roads), ('S5p', areas, []), ('S5l', [], roads)):
        scene = Scene(w, h)
        for color, points in some_areas:
            scene.polygon(solid(color), points)
        for color, width, points in some_roads:
            scene.line(solid(color), width, points)
        save(scene, name)


def shapes(w, h, save):
    random, scene = SeededRandom(6), Scene(w, h)
    for _ in range(500):
        color = random.color()
        x, y = random.uniform(0, w), random.uniform(0, h)
        scene.circle(solid(color), x, y, random.uniform(4, 40))
    save(scene, 'S6')
    random, scene = SeededRandom(7), Scene(w, h)
    for _ in range(50):
        x, y = float(int(random.uniform(0, w - 250))), float(int(random.uniform(0, h - 150)))
        first = random.color()
        scene.card(linear(first, random.color(), x, y, x, y + 150), x, y, 250, 150, 10, 4, 0x80ffffff)
    save(scene, 'S7')
    random, scene = SeededRandom(8), Scene(w, h)
    for _ in range(5):
        x, y = float(int(random.uniform(20, w - 270))), float(int(random.uniform(20, h - 170)))
        scene.shadow(solid(0x80000000), x, y, 250, 150, 10, 10, 0, 8)
    save(scene, 'S8')


def images(w, h, save):
    scene = Scene(w, h)
    scene.define_image(0, 250, 150, checks(250, 150))
    for x, y, scale, ax, ay, az in ((.25, .3, 1.2, .5, .6, .1), (.75, .3, 1.2, -.5, .6, -.1), (.25, .7, 1.2, .4, -.7, .2),
                                    (.75, .7, 1.5, -.3, -.6, 0), (.5, .5, 4.6, .25, .3, .05)):
        scene.image_in_perspective(0, card_in_perspective(250, 150, x * w, y * h, scale * (w / 1280), ax, ay, az, 4))
    save(scene, 'S9')
    checked = checks(640, 400)
    scene = Scene(w, h)
    scene.define_image(0, 640, 400, checked)
    scene.image(0, (w / 640, 0, 0, h / 400, 0, 0))
    save(scene, 'S10')
    angle, scale = math.radians(10), 1.35 * max(w / 640, h / 400)
    cosine, sine = scale * math.cos(angle), scale * math.sin(angle)
    scene = Scene(w, h)
    scene.define_image(0, 640, 400, checked)
    scene.image(0, (cosine, sine, -sine, cosine, w / 2 - (cosine * 320 - sine * 200), h / 2 - (sine * 320 + cosine * 200)))
    save(scene, 'S10r')


def text(w, h, save):
    random, scene = SeededRandom(11), Scene(w, h)
    glyphs, x, y = [], 4.0, 16.0
    for _ in range(2000):
        glyphs.append((random.integer(33, 126), x, y))
        x += 8.0 + random.integer(0, 3)
        if x > w - 14:
            x, y = 4.0, y + 18
        if y > h - 4:
            y = 16.0
    scene.text(solid(0xff202020), 14, glyphs)
    save(scene, 'S11')
    turned_text(w, h, save)


def turned_text(w, h, save):
    """Writes the scene S11r: rows of glyphs that descend by 10°, all inside the frame."""
    random, scene, degrees = SeededRandom(11), Scene(w, h), 10.0
    cosine, sine = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    glyphs, x, y = [], float(-w), float(-h)
    while len(glyphs) < 2000:
        if 4 <= w / 2 + cosine * x - sine * y <= w - 14 and 16 <= h / 2 + sine * x + cosine * y <= h - 4:
            glyphs.append((random.integer(33, 126), w / 2 + x, h / 2 + y))
        x += 8.0 + random.integer(0, 3)
        if x > w:
            x, y = float(-w), y + 18
        if y > h:
            y = float(-h)
    scene.turned_text(solid(0xff202020), 14, degrees, w / 2, h / 2, glyphs)
    save(scene, 'S11r')


def words_of(random, count):
    """Returns words of 2 to 11 letters, of which some begin with a capital."""
    letters = 'etaoinshrdlucmfwypvbgkjqxz'
    made = []
    for _ in range(count):
        word = ''.join(letters[min(random.integer(0, 25), random.integer(0, 25))] for _ in range(random.integer(2, 11)))
        made.append(word.capitalize() if random.integer(0, 9) == 0 else word)
    return made


def line_of(words, x, baseline, size, right):
    """Returns the glyphs of a line that takes words from the list until the next would pass `right`. Each advances by 0.62 em."""
    glyphs, advance = [], size * .62
    while words and x + advance * len(words[0]) <= right:
        for letter in words.pop(0):
            glyphs.append((ord(letter), x, float(baseline)))
            x += advance
        x += advance
    return glyphs


def pages(w, h, save):
    """Writes S13, a page of text in two columns, and S14, a list that was scrolled by half a row."""
    random, scene = SeededRandom(14), Scene(w, h)
    words, ink = words_of(random, 4000), 0xff1c2430
    scene.text(solid(ink), 28, line_of(words, 24, 44, 28, w - 24))
    for left, right in ((24, w / 2 - 12), (w / 2 + 12, w - 24)):
        glyphs, y = [], 76
        while y < h - 12:
            glyphs += line_of(words, left, y, 15, right)
            y += 20
        scene.text(solid(ink), 15, glyphs)
    save(scene, 'S13')

    random, scene, row = SeededRandom(15), Scene(w, h), 72
    words = words_of(random, 4000)
    scene.rect(solid(0xfff2f4f7), 0, 0, w, h)
    for y in range(-row // 2, h, row):
        scene.card(solid(0xffffffff), 16, y + 4, w - 32, row - 8, 10, 1, 0xffd5dae1)
        scene.circle(solid(random.color()), 52, y + row / 2, 20)
        scene.text(solid(0xff1c2430), 18, line_of(words, 88, y + 32, 18, w * .6))
        scene.text(solid(0xff6a7480), 13, line_of(words, 88, y + 52, 13, w * .7))
        scene.card(solid(0xff2f7d4f if random.integer(0, 1) else 0xffc4cad2), w - 100, y + row / 2 - 14, 52, 28, 14, 0, 0)
        scene.circle(solid(0xffffffff), w - 62, y + row / 2, 12)
    scene.rect(linear(0xff2b5fa8, 0xff1d4580, 0, 0, 0, 56), 0, 0, w, 56)
    scene.text(solid(0xffffffff), 22, line_of(words, 24, 36, 22, w / 2))
    save(scene, 'S14')


def coasts(w, h, save):
    for name, seed, radius, roughness in (('S12', 12, h * .36, 0.22), ('S12b', 13, h * .3, 0.6)):
        scene = Scene(w, h)
        scene.polygon(solid(0xff3070c0), coast(SeededRandom(seed), w / 2, h / 2, radius, 100000, roughness))
        save(scene, name)


def accuracy(save):
    """Writes the scene AA: an opaque black triangle in each square of 32 pixels."""
    random, scene = SeededRandom(99), Scene(512, 512)
    for row in range(16):
        for column in range(16):
            while True:
                t = [(column * 32 + random.uniform(1, 31), row * 32 + random.uniform(1, 31)) for _ in range(3)]
                if abs((t[1][0] - t[0][0]) * (t[2][1] - t[0][1]) - (t[2][0] - t[0][0]) * (t[1][1] - t[0][1])) > 20:
                    break
            scene.polygon(solid(0xff000000), t)
    save(scene, 'AA')


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('folder')
    parser.add_argument('--size', action='append')
    parser.add_argument('--seed', type=int, default=0, help='a number above 0 makes other scenes of the same kind')
    options = parser.parse_args()
    os.makedirs(options.folder, exist_ok=True)
    SeededRandom.offset = options.seed

    def save(scene, name):
        scene.save(options.folder, name)

    for size in options.size or ['480x320', '1280x720', '1920x1080']:
        w, h = map(int, size.split('x'))
        for scenes in (fills, polygons, maps, shapes, images, text, pages, coasts):
            scenes(w, h, save)
    accuracy(save)


if __name__ == '__main__':
    main()
