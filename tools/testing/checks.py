"""The checks that the compiler does not make. Each returns its findings as text, or nothing."""
import glob
import json
import re
import subprocess
import sys
import tempfile

import document_checks
import document_names
import text_checks
from core import EMBEDDED, MODULES, TOP, compile_core, failure_of, sources

LONGEST_FILE = 400


def imports():
    """A module imports what the manifest lets it import, and what lists a module also lists those that its import brings."""
    return failure_of([f'{TOP}/tools/build', 'tests']) or '\n'.join(unlisted_reexports())


def unlisted_reexports():
    """The products and targets that list a module, but not one that it re-exports.

    SwiftPM would not compile the code that uses them again when a type of that one gets another layout.
    """
    dumped = subprocess.run(['swift', 'package', '--package-path', TOP, 'dump-package'], stdout=subprocess.PIPE, text=True)
    if dumped.returncode:
        yield 'swift package dump-package failed'
        return
    manifest = json.loads(dumped.stdout)
    exported = {}
    for target in manifest['targets']:
        files = glob.glob(f'{TOP}/{target["path"]}/**/*.swift', recursive=True)
        exported[target['name']] = {name for path in files for name in re.findall(r'^@_exported.* import (\w+)', open(path).read(), re.M)}
    lists = {f'the product {product["name"]}': product['targets'] for product in manifest['products']}
    for target in manifest['targets']:
        names = [next(iter(dependency.values()))[0] for dependency in target['dependencies']]
        lists[f'the target {target["name"]}'] = names
    for owner, names in lists.items():
        brought = set().union(*(exported.get(name, ()) for name in names))
        if missing := sorted(brought - set(names)):
            yield f'Package.swift: {owner} lists {", ".join(names)}, but not {", ".join(missing)}, which they re-export'


def core_imports():
    """Raster imports nothing but one C module of headers, Scene nothing but Raster."""
    allowed = {'Raster': {'CInstructions'}, 'Scene': {'CartoucheRaster'}}
    wrong = []
    for module in MODULES:
        for path in sources(module):
            for number, line in enumerate(open(path), 1):
                found = re.match(r'\s*(?:@\w+(?:\(\w+\))?\s+)*(?:\w+\s+)?import\s+(?:\w+\s+)?(\w+)', line)
                if found and found[1] not in allowed[module]:
                    wrong.append(f'{path}:{number}: {line.strip()}')
    return '\n'.join(wrong)


def embedded():
    """The core compiles as Embedded Swift, and computes without floating point.

    Embedded Swift has no weak references, value existentials, untyped throws or virtual generic methods. The
    processor has no floating point, so each such operation is a call. Without optimization the compiler finds
    the same and takes half the time; optimized builds for four processors are those of tools/check-cpus.
    """
    called = re.compile(r'__aeabi_(?:[df]|u?[il]2[df])\w*$'
                        r'|(?:sqrt|sin|cos|tan|atan2?|exp2?|log2?|pow|floor|ceil|round|trunc|rint|fmod|fma)f?$')
    with tempfile.TemporaryDirectory() as folder:
        problem = compile_core(folder, ['-target', 'armv6m-none-none-eabi', '-Onone', *EMBEDDED])
        if problem:
            return problem
        wrong = []
        for module in MODULES:
            lines = subprocess.run(['nm', '-u', f'{folder}/{module}.o'], stdout=subprocess.PIPE, text=True, check=True).stdout
            symbols = [line.split()[-1] for line in lines.splitlines() if line.strip()]
            if not symbols:
                wrong.append(f'{module}: not one undefined symbol, so this check sees nothing and must be mended')
            wrong += [f'{module} calls {symbol}' for symbol in symbols if called.match(symbol)]
        return '\n'.join(wrong)


def format():
    """Sources, tests and the manifest are formatted as .swift-format says."""
    return failure_of(['swift', 'format', 'lint', '--strict', '-r', 'Sources', 'Tests', 'Package.swift'])


def file_length():
    """A file is one idea; beyond 400 lines it is two. Generated files are not read by anyone."""
    lengths = ((path, sum(1 for _ in open(path))) for path in sources('*') if not path.endswith('.pb.swift'))
    return '\n'.join(f'{path}: {length} lines' for path, length in lengths if length > LONGEST_FILE)


def built_in_boards():
    """The board files in Swift code are those of boards/."""
    return failure_of([f'{TOP}/tools/embed-boards', '--check'])


def instructions():
    """Frames of nine scenes take as many instructions as tools/benchmark/instructions.toml says, within 3 %."""
    return failure_of([f'{TOP}/tools/bench', '--instructions'])


def debug_build(*options):
    """The package builds without -c release too. Its own directory, so that it does not displace the release build."""
    return failure_of(['swift', 'build', '--package-path', TOP, '--scratch-path', f'{TOP}/.build-debug', *options])


def debug_tests():
    """The tests build without -c release too."""
    return debug_build('--build-tests')


CHECKS = {
    'imports': imports,
    'core-imports': core_imports,
    'embedded': embedded,
    'format': format,
    'file-length': file_length,
    'comment-width': text_checks.comment_width,
    'directory-size': text_checks.directory_size,
    'directory-order': text_checks.directory_order,
    'retired-words': text_checks.retired_words,
    'built-in-boards': built_in_boards,
    'debug-build': debug_build,
    'instructions': instructions,
    'document-length': document_checks.document_length,
    'document-links': document_checks.document_links,
    'document-names': document_names.document_names,
    'document-code': document_checks.document_code,
}
# These take minutes and find little, and so are made by name only.
CHECKS_BY_NAME = {'debug-tests': debug_tests}


def main():
    if sys.argv[1:] == ['--list']:
        print('\n'.join(CHECKS))
        return
    names = sys.argv[1:] or list(CHECKS)
    known = CHECKS | CHECKS_BY_NAME
    unknown = [name for name in names if name not in known]
    if unknown:
        print(f'tools/checks: no check "{unknown[0]}"; there are: {", ".join(known)}', file=sys.stderr)
        sys.exit(2)
    failed = False
    for name in names:
        problem = known[name]()
        failed = failed or bool(problem)
        print(f'{name}: {"holds" if not problem else "broken. " + known[name].__doc__}' + (f'\n{problem}' if problem else ''), flush=True)
    sys.exit(failed)


main()
