"""Checks of the documents: their length, their links, and that their Swift examples compile."""
import os
import re
import subprocess
import tempfile

import compiled_modules
from core import TOP
from text_checks import tracked_files

LONGEST = {'README.md': 150}
LONGEST_MODULE_README = 120
# A hidden comment before a block may hold declarations that the block relies on: <!-- swift … -->
_BLOCK = re.compile(r'(?:<!-- swift\n(?P<context>.*?)-->\s*)?```swift\n(?P<code>.*?)```', re.DOTALL)
_LINK = re.compile(r'!?\[[^\]]*\]\(([^)#\s]+)(?:#[^)]*)?\)')


def documents():
    """The repository's Markdown files, relative to its top."""
    return [path for path in tracked_files() if path.endswith('.md')]


def read(path):
    return open(f'{TOP}/{path}', encoding='utf-8').read()


def document_length():
    """The README has at most 150 lines, a module's README at most 120."""
    found = []
    for path in documents():
        limit = LONGEST.get(path) or (LONGEST_MODULE_README if re.fullmatch(r'Sources/\w+/README\.md', path) else None)
        length = read(path).count('\n')
        if limit and length > limit:
            found.append(f'{path}: {length} lines, {limit} at most')
    return '\n'.join(found)


def document_links():
    """Links and pictures of the documents lead to files of the repository."""
    found = []
    for path in documents():
        for target in _LINK.findall(read(path)):
            if '://' not in target and not os.path.exists(os.path.join(TOP, os.path.dirname(path), target)):
                found.append(f'{path}: {target}: no such file')
    return '\n'.join(found)


def document_code():
    """Every Swift block of the documents compiles against the built package, with its hidden context where it has one."""
    built = compiled_modules.bin_path()
    if not os.path.isdir(f'{built}/Modules'):
        return 'the package is not built; first: tools/build tests'
    command = ['swiftc', '-typecheck', '-swift-version', '6', '-parse-as-library', *compiled_modules.import_flags(built)]
    found, count = [], 0
    with tempfile.TemporaryDirectory() as folder:
        for path in documents():
            text = read(path)
            for match in _BLOCK.finditer(text):
                count += 1
                line = text[:match.start('code')].count('\n') + 1
                source = f'{folder}/block{count}.swift'
                with open(source, 'w', encoding='utf-8') as file:
                    file.write(_program(match['context'] or '', match['code'], path))
                # A module's README may use `package` declarations. SwiftPM names the package after its
                # directory.
                package = ['-package-name', os.path.basename(TOP).lower()] if path.startswith('Sources/') else []
                run = subprocess.run([*command, *package, source], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
                if run.returncode:
                    errors = re.findall(r'error: .*', run.stdout)
                    found.append(f'{path}:{line}: {"; ".join(dict.fromkeys(errors)) or run.stdout.strip()}')
    if count == 0:
        found.append('no document has a Swift block, so this check sees nothing and must be mended')
    return '\n'.join(found)


def _program(context, code, path):
    """A file that holds the block: as it is where it is a whole program or declares types, else as the body of a function."""
    if '@main' in code:
        return context + code
    module = re.match(r'Sources/(\w+)/README', path)
    name = (module[1] if module[1] == 'Cartouche' else 'Cartouche' + module[1]) if module else 'Cartouche'
    imports = sorted({f'import {name}', 'import Cartouche', *re.findall(r'^\s*import \w+$', context + code, re.MULTILINE)})
    lines = re.sub(r'^\s*import \w+$', '', context + '\n' + code, flags=re.MULTILINE)
    return '\n'.join(imports) + '\n@MainActor func example() throws {\n' + lines + '\n}\n'
