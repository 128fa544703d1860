"""Compares the time of type checking an application's expressions with and without `import Cartouche`.

The files are in Tests/TypeChecking. The compiler counts the scopes of its constraint solver, and that count does not depend on
the load of the machine: it decides. Times are the least of several runs.
"""
import argparse
import json
import os
import re
import subprocess
import sys
import tempfile

from compiled_modules import bin_path, import_flags
from core import TOP

FILES = f'{TOP}/Tests/TypeChecking'
LIMIT = 1.1  # of the scopes without the import
SLOW = 20  # milliseconds from which an expression is listed


def measure(text, flags, runs):
    """The scopes, the seconds, and the slow expressions (line → milliseconds) of one source text."""
    times, scopes, slow = [], 0, {}
    for _ in range(runs):
        with tempfile.TemporaryDirectory() as folder:
            path = f'{folder}/Expressions.swift'
            with open(path, 'w') as file:
                file.write(text)
            os.mkdir(f'{folder}/stats')
            result = subprocess.run(
                ['swiftc', '-typecheck', '-swift-version', '6', *flags, '-stats-output-dir', f'{folder}/stats',
                 '-Xfrontend', f'-warn-long-expression-type-checking={SLOW}', path],
                stderr=subprocess.PIPE, text=True)
            if result.returncode != 0:
                sys.exit(f'tools/type-checking: the expressions do not compile.\n{result.stderr}')
            for line, milliseconds in re.findall(r':(\d+):\d+: warning: expression took (\d+)ms', result.stderr):
                slow[int(line)] = min(slow.get(int(line), sys.maxsize), int(milliseconds))
            (name,) = [name for name in os.listdir(f'{folder}/stats') if 'frontend' in name]
            with open(f'{folder}/stats/{name}') as file:
                stats = json.load(file)
            scopes = stats['Sema.NumConstraintScopes']
            times.append(stats['time.swift.Type checking and Semantic analysis.user'])
    return scopes, min(times), slow


def main():
    parser = argparse.ArgumentParser(prog='tools/type-checking', description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--built', help='the directory of a build, such as .build/debug (default: the release build)')
    parser.add_argument('--runs', type=int, default=3, help='runs of each measurement (default: 3)')
    arguments = parser.parse_args()
    flags = import_flags(os.path.abspath(arguments.built) if arguments.built else bin_path())
    with open(f'{FILES}/Expressions.swift') as file:
        plain = file.read()
    with open(f'{FILES}/Scalars.swift') as file:
        scalars = file.read()
    # On the same line, so that the lines keep their numbers.
    imported = plain.replace('import Foundation', 'import Foundation; import Cartouche', 1)
    results = [(name, measure(text, flags, max(arguments.runs, 1))) for name, text in
               [('Double, without the import', plain), ('Double, with the import', imported), ('Scalar', scalars)]]
    print(f'{"expressions":28} {"scopes":>9} {"seconds":>8}   slow expressions (line: ms)')
    for name, (scopes, seconds, slow) in results:
        print(f'{name:28} {scopes:9} {seconds:8.2f}   ' + ', '.join(f'{line}: {time}' for line, time in sorted(slow.items())))
    (without, seconds, _), (with_import, imported_seconds, _) = results[0][1], results[1][1]
    print(f'with ÷ without: {with_import / without:.3f} in scopes (limit {LIMIT}), {imported_seconds / seconds:.2f} in time')
    sys.exit(with_import > LIMIT * without)


main()
