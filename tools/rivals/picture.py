"""Draws the table of the programs as a picture: a row for each program, with bars behind the milliseconds. Cartouche draws it."""
import os
import sys

import paths
import table

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), 'benchmark'))

from drawing import GRAY, INK, Drawing

RED, LIGHT_RED, BLUE, STRIPE = 0xffc8102e, 0xfff2c4cb, 0xffd3e1f0, 0xfff7f8fa
WIDTH, ROW, TOP, NAME_WIDTH, MARGIN, GAP = 1000, 30, 112, 318, 20, 18


def write(results, program, path, note):
    """Draws the results of the cities, {city: {program: row}}, to a PNG file, with a note about the machine."""
    names = [name for name in table.TITLES if any(name in rows for rows in results.values())]
    drawing = Drawing(WIDTH, TOP + ROW * len(names) + 16)
    drawing.text('Processor time a frame, in milliseconds', MARGIN, 34, 20, INK)
    drawing.text(note, MARGIN, 56, 12, GRAY)
    width = (WIDTH - NAME_WIDTH - MARGIN - GAP * (len(results) - 1)) / max(len(results), 1)
    times = [row.get(move) or 0 for rows in results.values() for row in rows.values() for move in paths.MOVES]
    for index, name in enumerate(names):
        top = TOP + ROW * index
        if index % 2 == 0:
            drawing.rect(STRIPE, 0, top, WIDTH, ROW)
        drawing.text(table.TITLES[name], MARGIN, top + 20, 13, RED if name == 'cartouche' else INK)
    for column, (city, rows) in enumerate(results.items()):
        left = NAME_WIDTH + (width + GAP) * column
        drawing.text(city, left, 84, 13, INK)
        for move, x in zip(paths.MOVES, columns(left, width)):
            drawing.text(move, x, 104, 12, GRAY)
        for index, name in enumerate(names):
            draw_row(drawing, name, rows.get(name), left, width, TOP + ROW * index, max(times, default=0) or 1)
    drawing.write(program, path)


def columns(left, width):
    return [left + width / len(paths.MOVES) * index for index in range(len(paths.MOVES))]


def draw_row(drawing, name, row, left, width, top, longest):
    """Draws the numbers of a program in a city, or what it lacks."""
    if row is None or row.get('missing'):
        drawing.text(row['missing'][:44] if row else 'not measured', left, top + 20, 12, GRAY)
        return
    for move, x in zip(paths.MOVES, columns(left, width)):
        time = row.get(move)
        if time is None:
            drawing.text('cannot', x + 4, top + 20, 12, GRAY)
            continue
        longest_bar = width / len(paths.MOVES) - 8
        drawing.rect(LIGHT_RED if name == 'cartouche' else BLUE, x, top + 5, max(longest_bar * time / longest, 1), ROW - 10)
        drawing.text(f'{time:.1f}', x + 4, top + 20, 13, RED if name == 'cartouche' else INK)
