"""Builds the fuzz targets of Tests/Fuzz with libFuzzer and AddressSanitizer, and runs them.

What a run learned stays in .build-fuzz/corpus/TARGET for the next one; an input that fails is kept under out/fuzz/TARGET.
"""
import argparse
import concurrent.futures
import glob
import hashlib
import os
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), 'testing'))

import core
from core import TOP

FOLDER = f'{TOP}/Tests/Fuzz'
BUILT = f'{TOP}/.build-fuzz'
# What a target needs beside Raster: modules in the order in which they are built.
TARGETS = {
    'recording': [],
    'path': [],
    'stroke': [],
    'gestures': ['Scene'],
    'layout': ['Scene', 'Text'],
    'font': ['Scene', 'Text'],
    'png': ['Images'],
    'jpeg': ['Images'],
    'webp': ['Images'],
    'svg': ['Images'],
    'fog': ['Maps'],
}
# Of a module that needs more than the fuzzer has, what stands by itself.
PARTS = {
    'Maps': ['Projection/*.swift', 'Overlays/Overlay.swift', 'Overlays/Fog/Fog[!R]*.swift', 'Overlays/Fog/Deflating.swift',
             'Sources/Inflating.swift', 'Sources/MappedFile.swift', 'Sources/TileError.swift'],
}
# A module's C libraries: module maps, and what pkg-config calls them.
LIBRARIES = {
    'Images': {'CPNG': 'libpng', 'CJPEG': 'libturbojpeg', 'CWebP': 'libwebp', 'CExpat': 'expat'},
    'Maps': {'CZlib': 'zlib'},
    'Text': {'CFreeType': 'freetype2', 'CHarfBuzz': 'harfbuzz', 'CFriBidi': 'fribidi', 'CUnibreak': 'libunibreak'},
}
FLAGS = ['-swift-version', '6', '-enable-upcoming-feature', 'InternalImportsByDefault', '-O', '-wmo', '-parse-as-library',
         '-sanitize=fuzzer,address', '-package-name', 'cartouche', '-I', BUILT]
# A longer input than this says no more than two short ones.
LONGEST = 8192


def main():
    parser = argparse.ArgumentParser(prog='tools/fuzz', description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('targets', nargs='*', metavar='TARGET', help=', '.join(TARGETS) + '; all of them without a name')
    parser.add_argument('--seconds', type=int, default=60, help='of each target (default: 60)')
    parser.add_argument('--list', action='store_true', help='only say what targets there are')
    parser.add_argument('--build', action='store_true', help='only build them')
    options = parser.parse_args()
    if options.list:
        print('\n'.join(TARGETS))
        return 0
    unknown = [name for name in options.targets if name not in TARGETS]
    if unknown:
        print(f'tools/fuzz: no target "{unknown[0]}"; there are: {", ".join(TARGETS)}', file=sys.stderr)
        return 2
    names = options.targets or list(TARGETS)
    problem = build()
    if problem:
        print(problem)
        return 1
    if options.build:
        return 0
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        return max(pool.map(lambda name: run(name, options.seconds), names))


def build():
    """Builds all targets unless nothing has changed. Returns what went wrong, or nothing."""
    os.makedirs(BUILT, exist_ok=True)
    modules = ['Raster'] + list(dict.fromkeys(module for needed in TARGETS.values() for module in needed))
    shared = [f'{FOLDER}/FuzzInput.swift']
    digest = hashlib.sha256(repr((FLAGS, TARGETS, LIBRARIES, PARTS)).encode())
    for path in [path for module in modules for path in sources(module)] + sorted(
            glob.glob(f'{TOP}/Sources/C*/shim.h') + glob.glob(f'{TOP}/Sources/C*/module.modulemap') + glob.glob(f'{FOLDER}/*.swift')):
        with open(path, 'rb') as file:
            digest.update(path.encode() + b'\0' + file.read())
    try:
        with open(f'{BUILT}/key') as file:
            if file.read() == digest.hexdigest():
                return ''
    except FileNotFoundError:
        pass
    problem = ''
    for module in modules:
        target = f'Cartouche{module}'
        problem = problem or core.failure_of(['swiftc', *FLAGS, *c_flags([module]), '-module-name', target, '-emit-module', '-emit-module-path',
                                              f'{BUILT}/{target}.swiftmodule', '-c', *sources(module), '-o', f'{BUILT}/{module}.o'])
    for name, needed in TARGETS.items():
        objects = [f'{BUILT}/{module}.o' for module in ['Raster', *needed]]
        problem = problem or core.failure_of(['swiftc', *FLAGS, *c_flags(needed), '-module-name', f'Fuzz{name}', f'{FOLDER}/{name}.swift', *shared,
                                              *objects, *link_flags(needed), '-o', f'{BUILT}/{name}'])
    if not problem:
        with open(f'{BUILT}/key', 'w') as file:
            file.write(digest.hexdigest())
    return problem


def sources(module):
    if module not in PARTS:
        return core.sources(module)
    return sorted(path for part in PARTS[module] for path in glob.glob(f'{TOP}/Sources/{module}/{part}'))


def c_flags(modules):
    """How the compiler finds the C modules of these modules."""
    flags = []
    for target, package in c_libraries(modules):
        flags += ['-I', f'{TOP}/Sources/{target}']
        flags += [part for flag in packaged('--cflags', package) for part in ('-Xcc', flag)]
    return flags


def link_flags(modules):
    return [flag for _, package in c_libraries(modules) for flag in packaged('--libs', package)]


def c_libraries(modules):
    return [pair for module in modules for pair in LIBRARIES.get(module, {}).items()]


def packaged(what, package):
    return subprocess.run(['pkg-config', what, package], stdout=subprocess.PIPE, text=True, check=True).stdout.split()


def run(name, seconds):
    """Runs a target for so long. Returns 0 if it found nothing."""
    corpus, finds = f'{BUILT}/corpus/{name}', f'{TOP}/out/fuzz/{name}'
    os.makedirs(corpus, exist_ok=True)
    os.makedirs(finds, exist_ok=True)
    seeds = [f'{FOLDER}/corpus/{name}'] if os.path.isdir(f'{FOLDER}/corpus/{name}') else []
    # A Swift program that crashes would else wait for a debugger.
    environment = dict(os.environ, SWIFT_BACKTRACE='enable=no')
    start = time.time()
    log = f'{finds}/log'
    with open(log, 'w') as file:
        status = subprocess.run(
            [f'{BUILT}/{name}', f'-max_total_time={seconds}', f'-max_len={LONGEST}', '-timeout=20', '-rss_limit_mb=2048',
             '-detect_leaks=0', '-print_final_stats=1', f'-artifact_prefix={finds}/', corpus, *seeds],
            stdin=subprocess.DEVNULL, stdout=file, stderr=subprocess.STDOUT, env=environment).returncode
    with open(log) as file:
        lines = file.read().splitlines()
    if status == 0:
        tried = next((line.split()[-1] for line in lines if 'number_of_executed_units' in line), '?')
        print(f'{name}: nothing found in {tried} inputs ({time.time() - start:.0f} s)', flush=True)
        return 0
    print(f'{name}: failed. The input is kept in {os.path.relpath(finds)}; run it with .build-fuzz/{name} FILE', flush=True)
    print('\n'.join(lines[-40:]), flush=True)
    return 1


sys.exit(main())
