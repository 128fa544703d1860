"""Measures Cartouche by a part of another project's test suite: a table, and a sheet of what failed.

  tools/conformance svg          drawings of resvg: shapes, strokes, fills, gradients, clips, transforms

A suite lies in conformance/SUITE of the shared data (CARTOUCHE_SHARED, else the folder "shared" beside the package's). It is a measure and no
test to tune to: what counts is the whole suite, of which it is a sample.
"""
import argparse
import os
import subprocess
import sys

import svg

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SHARED = os.environ.get('CARTOUCHE_SHARED', os.path.join(os.path.dirname(TOP), 'shared'))
OUT = f'{TOP}/out/conformance'
SUITES = {'svg': svg.measure}


def main():
    parser = argparse.ArgumentParser(prog='tools/conformance', description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('suite', choices=list(SUITES))
    parser.add_argument('names', nargs='*', metavar='NAME', help='only the cases whose path has one of these in it')
    parser.add_argument('--all', action='store_true', help='put every case on the sheet, not only what failed')
    options = parser.parse_args()
    folder = f'{SHARED}/conformance/{options.suite}'
    if not os.path.isdir(folder):
        print(f'{folder}: there is no such suite; name the folder of the shared data in CARTOUCHE_SHARED.', file=sys.stderr)
        return 1
    build = subprocess.run([f'{TOP}/tools/build'], stdout=subprocess.PIPE, text=True)
    if build.returncode:
        return 1
    os.makedirs(OUT, exist_ok=True)
    return SUITES[options.suite](build.stdout.strip(), folder, OUT, options)


sys.exit(main())
