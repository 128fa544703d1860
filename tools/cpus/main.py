"""Compares frames across processors, optimisation levels and workers: the same drawing gives the same bytes everywhere.

The core and a small player are built as Embedded Swift for four processors and run under emulation; beside them as ordinary Swift for this
machine, not optimised; and what they draw is what the program shows, which is optimised, with one, two and seven threads.
"""
import concurrent.futures
import hashlib
import os
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), 'testing'))

import frames
import recordings
import targets
from core import TOP
from running import Failure

# What this machine lacks to run any of it; tools/test counts that as skipped.
CANNOT_RUN = 77
BUILT = f'{TOP}/.build-cpus'
OUT = f'{TOP}/out/cpus'
WORKERS = [1, 2, 7]
FORMATS = {32: 'xrgb8888', 16: 'rgb565'}


def main():
    names = sys.argv[1:]
    if names == ['--list']:
        print('\n'.join(recordings.NAMES))
        return 0
    unknown = [name for name in names if name not in recordings.NAMES]
    if unknown:
        print(f'tools/check-cpus: no recording "{unknown[0]}"; there are: {", ".join(recordings.NAMES)}', file=sys.stderr)
        return 2
    everywhere = targets.every_target()
    missing = [tool for target in everywhere for tool in target.missing()]
    if missing:
        print(f'{missing[0]} is not installed: tools/install cpus')
        return CANNOT_RUN

    start = time.time()
    os.makedirs(BUILT, exist_ok=True)
    try:
        program = build(everywhere)
        print(f'built ({time.time() - start:.0f} s)', flush=True)
        made = time.time()
        paths = recordings.make(program, OUT, names or recordings.NAMES)
        print(f'recorded ({time.time() - made:.0f} s)', flush=True)
    except Failure as failure:
        print(failure)
        return 1
    made = time.time()
    print('| recording | format | ' + ' | '.join(t.name for t in everywhere) + ' | program | SHA-256 |')
    print('|---' * (len(everywhere) + 4) + '|', flush=True)
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        different = [name for name, path in paths.items() for bits in FORMATS if not compare(name, path, bits, everywhere, program, pool)]
    print(f'compared ({time.time() - made:.0f} s)')
    if different:
        print(f'not the same everywhere: {", ".join(dict.fromkeys(different))}; what was drawn is in {os.path.relpath(OUT)}')
    else:
        print(f'all {len(paths)} are the same everywhere ({time.time() - start:.0f} s)')
    return 1 if different else 0


def build(everywhere):
    """Builds the program and then the players, two at a time, and says what each took. Returns the program's path."""
    run = subprocess.run([f'{TOP}/tools/build'], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if run.returncode:
        raise Failure(f'the program does not build: tools/build ended with status {run.returncode}\n{run.stdout.strip()}')

    def built(target):
        start = time.time()
        problem = target.build(BUILT)
        if not problem:
            print(f'{target.name}: the player is built ({time.time() - start:.0f} s)', flush=True)
        return problem

    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        problems = list(pool.map(built, everywhere))
    wrong = [f'{target.name}: the player does not build\n{problem}' for target, problem in zip(everywhere, problems) if problem]
    if wrong:
        raise Failure('\n'.join(wrong))
    return run.stdout.splitlines()[-1]


def compare(name, path, bits, everywhere, program, pool):
    """Prints a row of the table, and below it what failed. Returns whether all is the same."""
    work = [lambda t=t: t.run(BUILT, path, bits) for t in everywhere]
    work += [lambda n=n: recordings.show(program, path, FORMATS[bits], n) for n in WORKERS]
    answers = list(pool.map(answer, work))
    outputs, shown = answers[:len(everywhere)], answers[len(everywhere):]
    # What the others are compared with: the first that drew anything.
    first = next((output for output in outputs if isinstance(output, bytes) and output), None)
    cells = [cell(output, first) for output in outputs]
    picture = first and frames.ppm(first[-recordings.BYTES * bits // 32:] if path.endswith('.trace') else first, path, bits)
    with_threads = [cell(output, picture) for output in shown]
    cells.append('same' if set(with_threads) == {'same'} else '/'.join(with_threads))
    digest = hashlib.sha256(first).hexdigest()[:16] if first else '–'
    print(f'| {name} | {FORMATS[bits]} | ' + ' | '.join(cells) + f' | {digest} |', flush=True)
    ways = [target.name for target in everywhere] + [f'program with {count} threads' for count in WORKERS]
    for way, output in zip(ways, answers):
        if isinstance(output, Failure):
            print(f'{name}, {FORMATS[bits]}, {way}: {output}', flush=True)
    if set(cells) == {'same'}:
        return True
    frames.save(OUT, f'{name}-{bits}', dict(zip([target.name for target in everywhere], outputs)))
    return False


def answer(work):
    """What `work` returns, or the failure that it ends with."""
    try:
        return work()
    except Failure as failure:
        return failure


def cell(output, first):
    return 'failed' if isinstance(output, Failure) else 'same' if output and output == first else 'OTHER'


sys.exit(main())
