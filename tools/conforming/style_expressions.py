"""The suite style-expressions: compiles each expression, evaluates it for each input, and compares with what is expected.

A case passes if the type, the dependencies on feature and zoom, and every output are as expected. Numbers are compared
to 6 significant digits. Of an error, only its key counts, which says where in the expression it is; of an error of an
output, the fact that it is one.
"""
import glob
import json
import math
import os

import runner


def measure(program, folder, out, options):
    """Prints the failed cases and a table. Returns 1 if fewer cases pass than the goal."""
    paths = sorted(path for path in glob.glob(f'{glob.escape(folder)}/**/test.json', recursive=True)
                   if not options.names or any(name in path for name in options.names))
    results = runner.results(program, 'style-expressions', paths)
    counts = {}
    for path in paths:
        with open(path, encoding='utf-8') as file:
            test = json.load(file)
        differences = compare(test['expected'], results[path])
        name = os.path.relpath(os.path.dirname(path), f'{folder}/tests')
        passed, total = counts.get(name.split('/')[0], (0, 0))
        counts[name.split('/')[0]] = (passed + (not differences), total + 1)
        if options.all or differences:
            print(f'{name}: {short(test["expression"])}')
            for difference in differences:
                print(f'  {difference}')
    print('| operator | cases | passed |\n|---|---|---|')
    for name, (passed, total) in sorted(counts.items()):
        print(f'| {name} | {total} | {passed} |')
    passed = sum(passed for passed, _ in counts.values())
    print(f'style-expressions: {passed} of {len(paths)}')
    return 0 if passed >= GOAL * len(paths) else 1


# The fraction of the cases that must pass.
GOAL = .97


def compare(expected, result):
    """Returns what differs, as sentences."""
    if 'problem' in result:
        return [result['problem']]
    compiled = expected['compiled']
    if compiled['result'] != result['result']:
        return [f'expected {short(compiled)}, found {short(result)}']
    if compiled['result'] == 'error':
        # The first error is reported; the suite's cases have one.
        wanted, found = compiled['errors'][0]['key'], result['errors'][0]
        return [] if wanted == found['key'] else [f'expected an error at "{wanted}", found {short(found)}']
    differences = [f'{key}: expected {compiled[key]}, found {result[key]}'
                   for key in ('type', 'isFeatureConstant', 'isZoomConstant') if key in compiled and compiled[key] != result[key]]
    wanted, found = expected.get('outputs', []), result['outputs']
    for index, value in enumerate(wanted):
        if index >= len(found) or not is_same(value, found[index]):
            differences.append(f'output {index}: expected {short(value)}, found {short(found[index] if index < len(found) else None)}')
    return differences


def is_same(wanted, found):
    if is_error(wanted) or is_error(found):
        return is_error(wanted) and is_error(found)
    if isinstance(wanted, bool) or isinstance(found, bool):
        return wanted is found
    if isinstance(wanted, (int, float)) and isinstance(found, (int, float)):
        unit = 10 ** (math.ceil(math.log10(abs(wanted))) - 6) if wanted else 1e-6
        # The suite's numbers are cut off after 6 digits, not rounded, and twice: 1.2 may be cut to 1.19999.
        cut = math.floor(math.floor(found / unit) * unit / unit) * unit
        return min(abs(wanted - found), abs(wanted - cut)) <= unit * 1.000001
    if isinstance(wanted, list) and isinstance(found, list):
        return len(wanted) == len(found) and all(map(is_same, wanted, found))
    if isinstance(wanted, dict) and isinstance(found, dict):
        return wanted.keys() == found.keys() and all(is_same(wanted[key], found[key]) for key in wanted)
    return wanted == found


def is_error(value):
    return isinstance(value, dict) and list(value) == ['error']


def short(value):
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 300 else text[:299] + '…'
