"""Builds the fuzz targets in Tests/Fuzz with libFuzzer and AddressSanitizer, and runs them.

The corpus of a run stays in .build-fuzz/corpus/TARGET for the next run. A failing input is written to out/fuzz/TARGET.
"""
import argparse
import concurrent.futures
import fcntl
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
# The modules that a target needs in addition to Raster, in build order.
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
    'fog': ['Images', 'Scene', 'Text', 'Maps'],
    'json': ['Images', 'Scene', 'Text', 'Maps'],
    'mbtiles': ['Images', 'Scene', 'Text', 'Maps'],
    'geometry': ['Images', 'Scene', 'Text', 'Maps'],
    'expressions': ['Images', 'Scene', 'Text', 'Maps'],
    'geojson': ['Images', 'Scene', 'Text', 'Maps'],
    'glyphs': ['Images', 'Scene', 'Text', 'Maps'],
    'sprite': ['Images', 'Scene', 'Text', 'Maps'],
    'style': ['Images', 'Scene', 'Text', 'Maps'],
    'text-field': ['Images', 'Scene', 'Text', 'Maps'],
}
# The files of modules whose other files the fuzzer's build leaves out. Those in
# Tests/Fuzz/MODULE stand in for the others.
PARTS = {
    'Maps': ['Annotations/Model/*.swift', 'Annotations/Placement/CollisionGrid.swift', 'Camera/*.swift',
             'Projection/*.swift', 'JSON/*.swift',
             'Expressions/**/*.swift', 'Clustering/*.swift', 'Drawing/**/*.swift', 'GeoJSON/**/*.swift', 'Labels/*/*.swift',
             'Loading/*.swift', 'Overlays/Overlay.swift', 'Overlays/ZoomScale.swift', 'Overlays/Fog/Fog[!R]*.swift',
             'Overlays/Fog/ZlibCompression.swift', 'Overlays/Shapes/GeoJSON+*.swift', 'Overlays/Shapes/M*Poly*.swift',
             'Overlays/Lines/Line[LS]*.swift', 'Sources/*.swift', 'Sources/*/*.swift', 'Sprites/**/*.swift', 'Glyphs/*.swift',
             'Style/**/*.swift', 'Tiles/GeometryDecoding.swift', 'Tiles/ProtocolBuffers.swift', 'Tiles/RingWinding.swift',
             'Tiles/VectorTile.swift'],
}
# The C targets that a module imports, which the fuzzer's build compiles.
C_TARGETS = {'Maps': ['CMessages']}
# A module's C libraries: the module maps, and their names for pkg-config.
LIBRARIES = {
    'Images': {'CPNG': 'libpng', 'CJPEG': 'libturbojpeg', 'CWebP': 'libwebp', 'CExpat': 'expat', 'CZlib': 'zlib'},
    'Maps': {'CBrotli': 'libbrotlidec', 'CZstd': 'libzstd', 'CSQLite': 'sqlite3', 'CYAJL': 'yajl', 'CZlib': 'zlib', 'CMessages': 'libprotobuf-c'},
    'Text': {'CFreeType': 'freetype2', 'CHarfBuzz': 'harfbuzz', 'CFriBidi': 'fribidi', 'CUnibreak': 'libunibreak'},
}
FLAGS = ['-swift-version', '6', '-enable-upcoming-feature', 'InternalImportsByDefault', '-O', '-wmo', '-parse-as-library',
         '-sanitize=fuzzer,address', '-package-name', 'cartouche', '-I', BUILT, *core.C_FLAGS]
# The modules are compiled as Package.swift says: a file sees only the members of modules that it imports.
MODULE_FLAGS = [*FLAGS, '-enable-upcoming-feature', 'MemberImportVisibility']
# The maximum length of an input in bytes. Longer ones find no more than several short ones.
LONGEST = 8192


def main():
    parser = argparse.ArgumentParser(prog='tools/fuzz', description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('targets', nargs='*', metavar='TARGET', help=', '.join(TARGETS) + ' (default: all of them)')
    parser.add_argument('--seconds', type=int, default=60, help='the time for each target (default: 60)')
    parser.add_argument('--list', action='store_true', help='only list the targets')
    parser.add_argument('--build', action='store_true', help='only build the targets')
    options = parser.parse_args()
    if options.list:
        print('\n'.join(TARGETS))
        return 0
    unknown = [name for name in options.targets if name not in TARGETS]
    if unknown:
        print(f'tools/fuzz: there is no target "{unknown[0]}"; the targets are: {", ".join(TARGETS)}', file=sys.stderr)
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
    """Builds all targets if anything has changed. Returns the error output, or ''. Another build is waited for."""
    os.makedirs(BUILT, exist_ok=True)
    with open(f'{BUILT}/lock', 'w') as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        return build_alone()


def build_alone():
    """Builds all targets if anything has changed. Returns the error output, or ''."""
    modules = ['Raster'] + list(dict.fromkeys(module for needed in TARGETS.values() for module in needed))
    shared = [f'{FOLDER}/FuzzInput.swift']
    digest = hashlib.sha256(repr((MODULE_FLAGS, TARGETS, LIBRARIES, PARTS)).encode())
    for path in [path for module in modules for path in sources(module)] + sorted(
            glob.glob(f'{TOP}/Sources/C*/*.[ch]') + glob.glob(f'{TOP}/Sources/C*/module.modulemap') + glob.glob(f'{FOLDER}/*.swift')):
        with open(path, 'rb') as file:
            digest.update(path.encode() + b'\0' + file.read())
    try:
        with open(f'{BUILT}/key') as file:
            if file.read() == digest.hexdigest():
                return ''
    except FileNotFoundError:
        pass
    problem = build_c_targets()
    for module in modules:
        target = f'Cartouche{module}'
        problem = problem or core.failure_of(['swiftc', *MODULE_FLAGS, *c_flags(modules), '-module-name', target, '-emit-module', '-emit-module-path',
                                              f'{BUILT}/{target}.swiftmodule', '-c', *sources(module), '-o', f'{BUILT}/{module}.o'])
    for name, needed in TARGETS.items():
        objects = [f'{BUILT}/{module}.o' for module in ['Raster', *needed, *(target for module in needed for target in C_TARGETS.get(module, []))]]
        problem = problem or core.failure_of(['swiftc', *FLAGS, *c_flags(needed), '-module-name', f'Fuzz{name.replace("-", "")}', f'{FOLDER}/{name}.swift', *shared,
                                              *objects, *link_flags(needed), '-o', f'{BUILT}/{name}'])
    if not problem:
        with open(f'{BUILT}/key', 'w') as file:
            file.write(digest.hexdigest())
    return problem


def build_c_targets():
    """Compiles each C target to one object file. Returns the error output, or ''."""
    problem = ''
    for target in [target for targets in C_TARGETS.values() for target in targets]:
        parts = []
        for file in sorted(glob.glob(f'{TOP}/Sources/{target}/*.c')):
            parts.append(f'{BUILT}/{os.path.basename(file)}.o')
            problem = problem or core.failure_of(['clang', '-O2', '-fsanitize=address', '-c', file, '-o', parts[-1]])
        problem = problem or core.failure_of(['ld', '-r', *parts, '-o', f'{BUILT}/{target}.o'])
    return problem


def sources(module):
    """Returns the Swift files of a module that the fuzzer builds."""
    if module not in PARTS:
        return core.sources(module)
    folders = [f'{TOP}/Sources/{module}/{part}' for part in PARTS[module]] + [f'{FOLDER}/{module}/*.swift']
    return sorted(path for part in folders for path in glob.glob(part, recursive=True))


def c_flags(modules):
    """Returns the compiler flags for the C libraries of these modules."""
    flags = []
    for target, package in c_libraries(modules):
        flags += ['-I', f'{TOP}/Sources/{target}']
        flags += [part for flag in packaged('--cflags', package) for part in ('-Xcc', flag)]
    return flags


def link_flags(modules):
    """Returns the linker flags for the C libraries of these modules."""
    return [flag for _, package in c_libraries(modules) for flag in packaged('--libs', package)]


def c_libraries(modules):
    """Returns the module map and the pkg-config name of each C library of these modules."""
    return [pair for module in modules for pair in LIBRARIES.get(module, {}).items()]


def packaged(option, package):
    """Returns the flags that pkg-config prints for an option such as --cflags."""
    return subprocess.run(['pkg-config', option, package], stdout=subprocess.PIPE, text=True, check=True).stdout.split()


def run(name, seconds):
    """Runs a target for a number of seconds. Returns 0 if it found nothing."""
    corpus, findings = f'{BUILT}/corpus/{name}', f'{TOP}/out/fuzz/{name}'
    os.makedirs(corpus, exist_ok=True)
    os.makedirs(findings, exist_ok=True)
    seeds = [f'{FOLDER}/corpus/{name}'] if os.path.isdir(f'{FOLDER}/corpus/{name}') else []
    # Without this, a Swift program that crashes waits for a debugger.
    environment = dict(os.environ, SWIFT_BACKTRACE='enable=no')
    start = time.time()
    log = f'{findings}/log'
    with open(log, 'w') as file:
        status = subprocess.run(
            [f'{BUILT}/{name}', f'-max_total_time={seconds}', f'-max_len={LONGEST}', '-timeout=20', '-rss_limit_mb=2048',
             '-detect_leaks=0', '-print_final_stats=1', f'-artifact_prefix={findings}/', corpus, *seeds],
            stdin=subprocess.DEVNULL, stdout=file, stderr=subprocess.STDOUT, env=environment).returncode
    with open(log) as file:
        lines = file.read().splitlines()
    if status == 0:
        count = next((line.split()[-1] for line in lines if 'number_of_executed_units' in line), '?')
        print(f'{name}: nothing found in {count} inputs ({time.time() - start:.0f} s)', flush=True)
        return 0
    print(f'{name}: failed. The input is in {os.path.relpath(findings)}; run it with .build-fuzz/{name} FILE', flush=True)
    print('\n'.join(lines[-40:]), flush=True)
    return 1


sys.exit(main())
