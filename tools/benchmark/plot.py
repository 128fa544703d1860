"""Draws the results of tools/bench as a picture: a row for each scene, with a dot for each library. Cartouche draws it."""
import json
import math
import os

from drawing import GRAY, INK, Drawing

COLORS = {'cartouche': 0xffc8102e, 'cairo': 0xff2f6fb5, 'pixman': 0xff7a5ab0, 'agg': 0xff3c9a5f, 'qt': 0xffd98a1f}
TITLES = {'cartouche': 'Cartouche', 'agg': 'AGG', 'qt': 'Qt', 'town': 'map'}
PALE = 0xffe3e7ec
WIDTH, ROW, LEFT, RIGHT, TOP = 1000, 26, 250, 40, 92
MEANINGS = {
    'S1': 'one color', 'S2': 'translucent color', 'S2p': 'the same over noise', 'S3lin': 'linear gradient', 'S3rad': 'radial gradient',
    'S4a': 'translucent polygons', 'S4o': 'polygons', 'S5p': '2000 areas', 'S5l': '3000 roads', 'S6': 'circles', 'S7': 'cards', 'S8': 'shadows',
    'S9': 'images in perspective', 'S10': 'scaled image', 'S10r': 'turned image', 'S11': 'glyphs', 'S11r': 'turned glyphs', 'S12': 'smooth coast',
    'S12b': 'rugged coast', 'S13': 'page of text', 'S14': 'list', 'town': 'with labels'}


def write(results, program, path, note):
    """Draws the results to a PNG file.

    results  {scene: {library: milliseconds, or None if it cannot draw the scene}}, with memset among the libraries
    program  the path of cartouche
    note     a line about the machine, below the title
    """
    scenes = list(results)
    names = [name for name in ('cartouche', 'cairo', 'pixman', 'agg', 'qt') if any(results[scene].get(name) for scene in scenes)]
    times = [time for row in results.values() for time in row.values() if time]
    low, high = (10 ** limit for limit in (math.floor(math.log10(min(times))), math.ceil(math.log10(max(times)))))
    height = TOP + ROW * len(scenes) + 44
    drawing = Drawing(WIDTH, height)

    def place(time):
        return LEFT + (WIDTH - LEFT - RIGHT) * math.log10(time / low) / math.log10(high / low)

    bottom = TOP + ROW * len(scenes)
    drawing.text('Milliseconds a frame', 20, 34, 20, INK)
    drawing.text(note, 20, 56, 12, GRAY)
    x = LEFT
    for name in names:
        drawing.circle(COLORS[name], x + 6, 76, 5 if name == 'cartouche' else 4)
        x = drawing.text(TITLES.get(name, name), x + 17, 80, 13, INK) + 24
    drawing.rect(GRAY, x + 4, 68, 2, 16)
    drawing.text('memset of the frame', x + 14, 80, 13, INK)
    decade = low
    while decade <= high * 1.001:
        for step in range(1, 10 if decade < high * .999 else 2):
            drawing.rect(0xffc3cad2 if step == 1 else 0xfff1f3f5, place(decade * step), TOP, 1, bottom - TOP)
        drawing.text(f'{decade:g}', place(decade), bottom + 18, 12, GRAY, 'middle')
        decade *= 10
    for index, (label, row) in enumerate(results.items()):
        middle = TOP + ROW * (index + .5)
        drawing.text(TITLES.get(label, label), 66, middle + 5, 13, INK, 'right')
        drawing.text(MEANINGS.get(label, ''), 76, middle + 5, 13, GRAY)
        found = [place(row[name]) for name in names if row.get(name)]
        drawing.rect(PALE, min(found), middle - 1, max(max(found) - min(found), 1), 2)
        if row.get('memset'):
            drawing.rect(GRAY, place(row['memset']) - 1, middle - 7, 2, 14)
        for name in reversed(names):
            if row.get(name):
                drawing.circle(COLORS[name], place(row[name]), middle, 5.5 if name == 'cartouche' else 4.5)
    drawing.write(program, path)
    with open(os.path.splitext(path)[0] + '.json', 'w') as file:
        json.dump(results, file, indent=1)
