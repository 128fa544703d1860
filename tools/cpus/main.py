"""Compares frames across processors, optimization levels and threads: a drawing must have the same bytes everywhere.

The core and a small player are built as Embedded Swift for four processors, which are emulated, and as unoptimized
Swift for this machine. Their frames must equal those of the optimized program with one, two and seven threads.
With --boards, two of the processors are left out that boards seldom have: x86-64 and riscv64.
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

# The exit status if this machine lacks a required program. tools/test counts it as skipped.
CANNOT_RUN = 77
BUILT = f'{TOP}/.build-cpus'
OUT = f'{TOP}/out/cpus'
WORKERS = [1, 2, 7]
FORMATS = {32: 'xrgb8888', 16: 'rgb565'}


def main():
    names = [argument for argument in sys.argv[1:] if argument != '--boards']
    if names == ['--list']:
        print('\n'.join(recordings.NAMES))
        return 0
    unknown = [name for name in names if name not in recordings.NAMES]
    if unknown:
        print(f'tools/check-cpus: there is no recording "{unknown[0]}"; the recordings are: {", ".join(recordings.NAMES)}', file=sys.stderr)
        return 2
    all_targets = targets.boards_targets() if '--boards' in sys.argv else targets.every_target()
    missing = [tool for target in all_targets for tool in target.missing()]
    if missing:
        print(f'{missing[0]} is not installed: tools/install cpus')
        return CANNOT_RUN

    start = time.time()
    os.makedirs(BUILT, exist_ok=True)
    try:
        program = build(all_targets)
        print(f'built ({time.time() - start:.0f} s)', flush=True)
        phase_start = time.time()
        paths = recordings.make(program, OUT, names or recordings.NAMES)
        print(f'recorded ({time.time() - phase_start:.0f} s)', flush=True)
    except Failure as failure:
        print(failure)
        return 1
    phase_start = time.time()
    print('| recording | format | ' + ' | '.join(t.name for t in all_targets) + ' | program | SHA-256 |')
    print('|---' * (len(all_targets) + 4) + '|', flush=True)
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        different = [name for name, files in paths.items() for bits in FORMATS if not compare(name, files, bits, all_targets, program, pool)]
    print(f'compared ({time.time() - phase_start:.0f} s)')
    if different:
        print(f'these differ: {", ".join(dict.fromkeys(different))}; the frames are in {os.path.relpath(OUT)}')
    else:
        print(f'all {len(paths)} are the same everywhere ({time.time() - start:.0f} s)')
    return 1 if different else 0


def build(all_targets):
    """Builds the program and then the players, two at a time, and prints the times. Returns the program's path."""
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
        problems = list(pool.map(built, all_targets))
    failures = [f'{target.name}: the player does not build\n{problem}' for target, problem in zip(all_targets, problems) if problem]
    if failures:
        raise Failure('\n'.join(failures))
    return run.stdout.splitlines()[-1]


def compare(name, paths, bits, all_targets, program, pool):
    """Prints a row of the table, and failures below it. Returns whether all frames are the same.

    The frames of a film are in several files, and are compared in order.
    """
    work = [lambda t=t: [t.run(BUILT, path, bits) for path in paths] for t in all_targets]
    work += [lambda n=n: [recordings.show(program, path, FORMATS[bits], n) for path in paths] for n in WORKERS]
    answers = list(pool.map(answer, work))
    outputs, shown = answers[:len(all_targets)], answers[len(all_targets):]
    # The frames that the others are compared with: those of the first target without a failure.
    first = next((output for output in outputs if isinstance(output, list) and all(output)), None)
    cells = [cell(output, first) for output in outputs]
    images = first and [image(frame, path, bits) for frame, path in zip(first, paths)]
    with_threads = [cell(output, images) for output in shown]
    cells.append('same' if set(with_threads) == {'same'} else '/'.join(with_threads))
    digest = hashlib.sha256(b''.join(first)).hexdigest()[:16] if first else '–'
    print(f'| {name} | {FORMATS[bits]} | ' + ' | '.join(cells) + f' | {digest} |', flush=True)
    runs = [target.name for target in all_targets] + [f'program with {count} threads' for count in WORKERS]
    for run, output in zip(runs, answers):
        if isinstance(output, Failure):
            print(f'{name}, {FORMATS[bits]}, {run}: {output}', flush=True)
    if set(cells) == {'same'}:
        return True
    frames.save(OUT, f'{name}-{bits}', dict(zip([target.name for target in all_targets], outputs)))
    return False


def image(frame, path, bits):
    """Returns the frame of a recording, or the last one of a trace, as a portable pixmap."""
    return frames.ppm(frame[-recordings.BYTES * bits // 32:] if path.endswith('.trace') else frame, path, bits)


def answer(work):
    """Returns the result of `work`, or the Failure that it raises."""
    try:
        return work()
    except Failure as failure:
        return failure


def cell(output, first):
    """Returns the text of a table cell for an output that is compared with `first`."""
    return 'failed' if isinstance(output, Failure) else 'same' if output and output == first else 'OTHER'


sys.exit(main())
