"""The suite mvt-fixtures: decodes each vector tile, and compares the class of its error with the expected class.

  valid        the tile is decoded and nothing of it is left out, except features of an unknown type
  recoverable  the tile is decoded: the error is reported, or does no harm
  fatal        the tile is rejected
  invalid      the suite does not say which of the two kinds of error it expects

A feature of an unknown type may be left out, because the specification leaves its meaning to the decoder. Tiles are
judged by version 2 of the specification, because a tile that does not name its version is an error in both.
"""
import glob
import json
import os

import runner

# The error of a feature that is left out because of its type.
UNKNOWN_TYPE = 'its geometry is of no known type'


def expected_class(folder):
    with open(f'{folder}/info.json', encoding='utf-8') as file:
        validity = json.load(file)['validity']
    return 'valid' if validity['v2'] else validity.get('error', 'invalid')


def actual_class(result):
    if result.get('outcome') != 'decoded':
        return 'fatal' if result.get('outcome') == 'rejected' else 'failed'
    return 'recoverable' if result['errors'] else 'valid'


def is_accepted(expected, result):
    actual = actual_class(result)
    if expected == 'valid':
        return actual == 'valid' or (actual == 'recoverable' and set(result['errors']) == {UNKNOWN_TYPE})
    if expected == 'recoverable':
        return actual in ('recoverable', 'valid')
    return actual in ('recoverable', 'fatal') if expected == 'invalid' else actual == expected


def measure(program, folder, out, options):
    """Prints the failed cases and a table. Returns 1 if a case failed."""
    paths = sorted(path for path in glob.glob(f'{glob.escape(folder)}/*/tile.mvt')
                   if not options.names or any(name in path for name in options.names))
    results = runner.results(program, 'mvt-fixtures', paths)
    counts = {}
    for path in paths:
        expected, result = expected_class(os.path.dirname(path)), results[path]
        accepted = is_accepted(expected, result)
        passed, reported, total = counts.get(expected, (0, 0, 0))
        counts[expected] = (passed + accepted, reported + bool(result.get('errors')), total + 1)
        if options.all or not accepted:
            reasons = result.get('problem') or '; '.join(result['errors']) or 'no error'
            print(f'{os.path.basename(os.path.dirname(path))}: {expected} expected, {actual_class(result)} found ({reasons})')
    print('| expected | tiles | as expected | with an error reported |\n|---|---|---|---|')
    for expected, (passed, reported, total) in sorted(counts.items()):
        print(f'| {expected} | {total} | {passed} | {reported} |')
    passed = sum(passed for passed, _, _ in counts.values())
    print(f'mvt-fixtures: {passed} of {len(paths)}')
    return 0 if passed == len(paths) else 1
