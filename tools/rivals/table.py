"""The table of the programs, as Markdown."""
import os

import paths

TITLES = {
    'cartouche': 'Cartouche', 'leaflet': 'Leaflet in Chromium, pre-drawn pictures',
    'maplibre-swiftshader': 'MapLibre GL JS in Chromium, SwiftShader', 'maplibre-llvmpipe': 'MapLibre GL JS in Chromium, llvmpipe',
    'qt': 'Qt Location, llvmpipe', 'native': 'MapLibre Native, llvmpipe'}


def number(value, digits=1):
    return '–' if value is None else f'{value:.{digits}f}'


def cells(row):
    """Returns the texts of a row's moves, or what is missing in the first of them."""
    if row.get('missing'):
        return [row['missing']] + [''] * (len(paths.MOVES) - 1)
    return [number(row.get(move)) for move in paths.MOVES]


def lowest(rounds):
    """Returns the last of several rows, with the lowest time of each move and of the start."""
    return {**rounds[-1], **{key: min(row[key] for row in rounds) for key in (*paths.MOVES, 'start') if key in rounds[-1]}}


def markdown(rows):
    """Returns the table of a city. `rows` is {program: numbers, or {'missing': reason}}."""
    lines = [f'| ms of processor time a frame | {" | ".join(paths.MOVES)} | frames a second | start s | memory MiB |',
             '|---' * (len(paths.MOVES) + 4) + '|']
    for name in filter(rows.get, TITLES):
        row = rows[name]
        rates = ', '.join(number(row['frames'].get(move), 0) for move in paths.MOVES) if row.get('frames') else '–'
        lines.append(f'| {TITLES[name]} | {" | ".join(cells(row))} | {rates} | {number(row.get("start"))} | {number(row.get("memory"), 0)} |')
    return '\n'.join(lines)


def machine():
    """Returns the number and the model of this machine's processors."""
    with open('/proc/cpuinfo') as file:
        model = next((line.split(':', 1)[1].strip() for line in file if line.startswith('model name')), 'unknown')
    return f'{os.cpu_count()} processors ({model})'
