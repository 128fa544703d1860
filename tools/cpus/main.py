"""Compares frames across processors, optimisation levels and workers: the same drawing gives the same bytes everywhere.

The core and a small player are built as Embedded Swift for four processors and run under emulation; beside them as ordinary Swift for this
machine, optimised and not, and through the program itself with one, two and seven threads.
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
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        program = pool.submit(build_program)
        problems = list(pool.map(lambda target: target.build(BUILT), everywhere))
        program = program.result()
    for target, problem in zip(everywhere, problems):
        if problem:
            print(f'{target.name}: the player does not build\n{problem}')
    if any(problems):
        return 1
    paths = recordings.make(program, OUT, names or recordings.NAMES)
    print(f'built and recorded ({time.time() - start:.0f} s)', flush=True)
    print('| recording | format | ' + ' | '.join(t.name for t in everywhere) + ' | program | SHA-256 |')
    print('|---' * (len(everywhere) + 4) + '|', flush=True)
    failed = False
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for name, path in paths.items():
            for bits in FORMATS:
                failed = compare(name, path, bits, everywhere, program, pool) or failed
    print(f'{"frames differ" if failed else "all frames are the same"} ({time.time() - start:.0f} s)')
    return 1 if failed else 0


def build_program():
    return subprocess.run([f'{TOP}/tools/build'], stdout=subprocess.PIPE, text=True, check=True).stdout.strip()


def compare(name, path, bits, everywhere, program, pool):
    """Prints a row of the table. Returns whether anything in it differs."""
    def played(target):
        try:
            return target.run(BUILT, path, bits)
        except subprocess.CalledProcessError as error:
            return f'status {error.returncode}'
        except subprocess.TimeoutExpired:
            return 'too slow'

    def shown(workers):
        return recordings.show(program, path, FORMATS[bits], workers)

    answers = pool.map(lambda work: work(), [lambda t=t: played(t) for t in everywhere] + [lambda n=n: shown(n) for n in WORKERS])
    *outputs, one, two, seven = answers
    first = outputs[0]
    cells = [text(output, first) for output in outputs]
    if isinstance(first, bytes):
        picture = frames.ppm(first[-recordings.BYTES * bits // 32:] if path.endswith('.trace') else first, path, bits)
        same = all(output == picture for output in (one, two, seven))
        cells.append('same' if same else 'OTHER')
    else:
        cells.append('–')
    digest = hashlib.sha256(first).hexdigest()[:16] if isinstance(first, bytes) else '–'
    print(f'| {name} | {FORMATS[bits]} | ' + ' | '.join(cells) + f' | {digest} |', flush=True)
    if any(cell != 'same' for cell in cells):
        frames.save(OUT, f'{name}-{bits}', dict(zip([t.name for t in everywhere], outputs)))
        return True
    return False


def text(output, first):
    return output if isinstance(output, str) else 'same' if output == first else 'OTHER'


sys.exit(main())
