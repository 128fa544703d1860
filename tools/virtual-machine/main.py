"""Runs scenarios in a virtual machine with real DRM, framebuffer and event devices."""
import os
import shutil
import subprocess
import sys
import time

import kernel
from scenarios import LONG, SCENARIOS, TOP, Stage

# The exit status if this machine lacks a required program. tools/test counts it as skipped.
CANNOT_RUN = 77


def main():
    names = sys.argv[1:]
    if names == ['--list']:
        print('\n'.join(SCENARIOS))
        return 0
    known = SCENARIOS | LONG
    unknown = [name for name in names if name not in known and name != 'all']
    if unknown or not names:
        print(f'usage: tools/vm NAME… | all\nscenarios: {", ".join(SCENARIOS)}; too long for all and tools/test: {", ".join(LONG)}', file=sys.stderr)
        return 2
    missing = [name for name in ('qemu-system-x86_64', 'evemu-play', 'busybox') if not shutil.which(name)]
    if missing:
        print(f'{missing[0]} is not installed: tools/install vm')
        return CANNOT_RUN

    program = subprocess.run([f'{TOP}/tools/build'], stdout=subprocess.PIPE, text=True, check=True).stdout.strip()
    linux = kernel.prepare(f'{TOP}/.build-vm')
    failed = False
    for name in [*SCENARIOS, *(name for name in names if name in LONG)] if 'all' in names else names:
        start = time.time()
        stage = Stage(program, linux, name)
        problem = known[name](stage)
        failed = failed or bool(problem)
        pace = max(stage.figure('pace').splitlines(), key=lambda line: int(line.split()[0]), default='')
        if pace:
            print(f'{name}: {pace}', flush=True)
        print(f'{name}: {"failed" if problem else "passed"} ({time.time() - start:.1f} s)', flush=True)
        if problem:
            print(f'{problem}\nThe files of the run: {os.path.relpath(TOP)}/out/vm/{name}', flush=True)
    return 1 if failed else 0


sys.exit(main())
