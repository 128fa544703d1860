"""Measures Cartouche with a part of another project's test suite. Prints a table, and a sheet of the failures if they are images.

  tools/conformance svg                 drawings of resvg: shapes, strokes, fills, gradients, clips, transforms
  tools/conformance style-expressions   expressions and functions of map styles: types, values, errors
  tools/conformance mvt-fixtures        vector tiles, valid and invalid: what is decoded, left out or rejected
  tools/conformance maplibre-render     map styles that are drawn: close and strict, per folder
  tools/conformance map-pictures        styles over cities of the shared data, as MapLibre Native draws them

A suite is in conformance/SUITE of the shared data, or data/SUITE (the folder CARTOUCHE_SHARED, by default "shared" next to the
package). It is a sample of the whole suite and a measurement, not a target for optimization.
"""
import argparse
import os
import subprocess
import sys

import map_pictures
import map_rendering
import style_expressions
import svg
import vector_tiles

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SHARED = os.environ.get('CARTOUCHE_SHARED', os.path.join(os.path.dirname(TOP), 'shared'))
OUT = f'{TOP}/out/conformance'
SUITES = {'svg': svg.measure, 'mvt-fixtures': vector_tiles.measure, 'style-expressions': style_expressions.measure,
          'maplibre-render': map_rendering.measure, 'map-pictures': map_pictures.measure}


def main():
    parser = argparse.ArgumentParser(prog='tools/conformance', description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('suite', choices=list(SUITES))
    parser.add_argument('names', nargs='*', metavar='NAME', help='only the cases whose paths contain one of these')
    parser.add_argument('--all', action='store_true', help='show every case, not only the failures')
    options = parser.parse_args()
    folder = f'{SHARED}/{"data" if options.suite == "map-pictures" else "conformance"}/{options.suite}'
    if not os.path.isdir(folder):
        print(f'{folder}: the suite does not exist; set CARTOUCHE_SHARED to the folder of the shared data.', file=sys.stderr)
        return 1
    build = subprocess.run([f'{TOP}/tools/build'], stdout=subprocess.PIPE, text=True)
    if build.returncode:
        return 1
    os.makedirs(OUT, exist_ok=True)
    return SUITES[options.suite](build.stdout.strip(), folder, OUT, options)


sys.exit(main())
