"""The rules of the house that the compiler alone does not hold. Each wall returns what is wrong, or nothing."""
import glob
import os
import re
import subprocess
import sys
import tempfile

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CORE = ['Raster', 'Scene']
LONGEST_FILE = 400


def imports():
    """A floor imports what the manifest lets it import."""
    return failure_of([f'{TOP}/tools/build', 'tests'])


def core_imports():
    """Raster imports nothing, Scene nothing but Raster."""
    allowed = {'Raster': set(), 'Scene': {'CartoucheRaster'}}
    wrong = []
    for floor in CORE:
        for path in sources(floor):
            for number, line in enumerate(open(path), 1):
                found = re.match(r'\s*(?:@\w+(?:\(\w+\))?\s+)*(?:\w+\s+)?import\s+(?:\w+\s+)?(\w+)', line)
                if found and found[1] not in allowed[floor]:
                    wrong.append(f'{path}:{number}: {line.strip()}')
    return '\n'.join(wrong)


def embedded():
    """The core compiles as Embedded Swift: no weak references, value existentials, untyped throws, key paths."""
    with tempfile.TemporaryDirectory() as folder:
        return compile_core(folder, 'aarch64-none-none-elf')


def no_floating_point():
    """The core computes without floating point: where the processor has none, each such operation is a call."""
    called = re.compile(r'__aeabi_(?:[df]|u?[il]2[df])\w*$'
                        r'|(?:sqrt|sin|cos|tan|atan2?|exp2?|log2?|pow|floor|ceil|round|trunc|rint|fmod|fma)f?$')
    with tempfile.TemporaryDirectory() as folder:
        problem = compile_core(folder, 'armv6m-none-none-eabi')
        if problem:
            return problem
        wrong = []
        for floor in CORE:
            lines = subprocess.run(['nm', '-u', f'{folder}/{floor}.o'], stdout=subprocess.PIPE, text=True, check=True).stdout
            symbols = [line.split()[-1] for line in lines.splitlines() if line.strip()]
            if not symbols:
                wrong.append(f'{floor}: not one undefined symbol, so this wall sees nothing and must be mended')
            wrong += [f'{floor} calls {symbol}' for symbol in symbols if called.match(symbol)]
        return '\n'.join(wrong)


def format():
    """Sources, tests and the manifest are formatted as .swift-format says."""
    return failure_of(['swift', 'format', 'lint', '--strict', '-r', 'Sources', 'Tests', 'Package.swift'])


def file_length():
    """A file is one idea; beyond 400 lines it is two. Generated files are not read by anyone."""
    lengths = ((path, sum(1 for _ in open(path))) for path in sources('*') if not path.endswith('.pb.swift'))
    return '\n'.join(f'{path}: {length} lines' for path, length in lengths if length > LONGEST_FILE)


def sources(floor):
    return sorted(glob.glob(f'{TOP}/Sources/{floor}/**/*.swift', recursive=True))


def compile_core(folder, target):
    """Compiles the core for a bare target; leaves Raster.o and Scene.o in `folder`."""
    flags = ['-target', target, '-swift-version', '6', '-enable-experimental-feature', 'Embedded', '-wmo', '-O',
             '-parse-as-library', '-package-name', 'cartouche', '-I', folder]
    for feature in ('ExistentialAny', 'InternalImportsByDefault', 'MemberImportVisibility'):
        flags += ['-enable-upcoming-feature', feature]
    for floor in CORE:
        module = f'Cartouche{floor}'
        problem = failure_of(['swiftc', *flags, '-module-name', module, '-emit-module', '-emit-module-path',
                              f'{folder}/{module}.swiftmodule', '-o', f'{folder}/{floor}.o', '-c', *sources(floor)])
        if problem:
            return problem
    return ''


def failure_of(line):
    """What the command printed, if it failed."""
    run = subprocess.run(line, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=TOP)
    return '' if run.returncode == 0 else run.stdout.strip() or f'{line[0]}: status {run.returncode}'


WALLS = {
    'imports': imports,
    'core-imports': core_imports,
    'embedded': embedded,
    'no-floating-point': no_floating_point,
    'format': format,
    'file-length': file_length,
}


def main():
    if sys.argv[1:] == ['--list']:
        print('\n'.join(WALLS))
        return
    names = sys.argv[1:] or list(WALLS)
    unknown = [name for name in names if name not in WALLS]
    if unknown:
        print(f'tools/walls: no wall "{unknown[0]}"; there are: {", ".join(WALLS)}', file=sys.stderr)
        sys.exit(2)
    failed = False
    for name in names:
        problem = WALLS[name]()
        failed = failed or bool(problem)
        print(f'{name}: {"holds" if not problem else "broken. " + WALLS[name].__doc__}' + (f'\n{problem}' if problem else ''), flush=True)
    sys.exit(failed)


main()
