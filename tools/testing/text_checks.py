"""Checks of how the sources are written and laid out. Each returns its findings as lines, or nothing."""
import collections
import glob
import os
import re
import subprocess

from core import TOP
from rules import Rules
from structure import Module

WIDEST_COMMENT = 110
MOST_FILES = 15
_COMMENT_LINE = {**dict.fromkeys(('.swift', '.h', '.c', '.cpp'), r'\s*(?://|/?\*)'), **dict.fromkeys(('.py', '.toml', '.yaml', ''), r'\s*#')}
# Pictures, recordings and other input have no prose; the generated file is not ours to word.
_NO_PROSE = ('/Frames/', 'Tests/Recordings/', 'Tests/Drawings/', '/corpus/', '.pb.swift', 'tools/pictures/', 'LICENSE')


def tracked_files():
    """The paths of the repository's text files, relative to its top."""
    listed = subprocess.run(['git', 'ls-files', '--cached', '--others', '--exclude-standard'], cwd=TOP, stdout=subprocess.PIPE, text=True)
    return [path for path in listed.stdout.splitlines() if not any(part in path for part in _NO_PROSE) and os.path.isfile(f'{TOP}/{path}')]


def lines_of(path):
    try:
        return open(f'{TOP}/{path}', encoding='utf-8').read().split('\n')
    except UnicodeDecodeError:
        return []


def comment_width():
    """Comment lines end at column 110."""
    found = []
    for path in tracked_files():
        pattern = _COMMENT_LINE.get(os.path.splitext(path)[1])
        if pattern is None:
            continue
        for number, line in enumerate(lines_of(path), 1):
            if len(line) > WIDEST_COMMENT and re.match(pattern, line) and '://' not in line:
                found.append(f'{path}:{number}: {len(line)} columns')
    return '\n'.join(found)


def directory_size():
    """A directory of Sources has at most 15 Swift files."""
    rules = Rules()
    counts = collections.Counter(os.path.dirname(path) for path in tracked_files() if path.startswith('Sources/') and path.endswith('.swift'))
    found = [f'{directory}: {count} Swift files' for directory, count in sorted(counts.items())
             if count > MOST_FILES and not rules.allows('directory-size', directory=directory)]
    return '\n'.join(found + rules.stale('directory-size'))


def directory_order():
    """Inside a module, a directory refers to those before it, not to those after it; the module's own files come last."""
    rules = Rules()
    found = []
    for name, order in rules.directories.items():
        root = f'{TOP}/Sources/{name}'
        module = Module(root, sorted(glob.glob(f'{root}/**/*.swift', recursive=True)))
        for path in module.texts:
            if _rank(order, module.directory(path)) is None:
                found.append(f'{os.path.relpath(path, TOP)}: rules.toml does not say where {module.directory(path)} stands in {name}')
        for path, number, used, there in module.uses():
            here = module.directory(path)
            ranks = _rank(order, here), _rank(order, there)
            if None in ranks or ranks[0] >= ranks[1]:
                continue
            if not rules.allows('directory-order', module=name, directory=here, uses=used):
                found.append(f'{os.path.relpath(path, TOP)}:{number}: {here} refers to {used} in {there or "the module’s own files"}')
    return '\n'.join(found + rules.stale('directory-order'))


def _rank(order, directory):
    if directory == '':
        return len(order)
    return order.index(directory) if directory in order else None


def retired_words():
    """Names and phrases that were replaced do not come back."""
    rules = Rules()
    identifiers = re.compile(r'(?<![\w.-])(?:' + '|'.join(map(re.escape, rules.retired['identifiers'])) + r')(?!\w)')
    phrases = re.compile(r'\b(?:' + '|'.join(rules.retired['phrases']) + r')\b', re.IGNORECASE)
    found = []
    for path in tracked_files():
        if path in ('CHANGELOG.md', 'CONTRIBUTING.md', 'tools/testing/rules.toml'):
            continue
        for number, line in enumerate(lines_of(path), 1):
            for match in [*identifiers.finditer(line), *phrases.finditer(line)]:
                if not rules.allows('retired-words', path=path, word=match[0]):
                    found.append(f'{path}:{number}: “{match[0]}”')
    return '\n'.join(found + rules.stale('retired-words'))
