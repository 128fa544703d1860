"""Reads Swift sources just well enough to say which directory declares a name and which directory uses it."""
import collections
import os
import re

# Strings lose their text but keep what is interpolated into them; comments go.
_STRING = re.compile(r'(#*)"""(?:.|\n)*?"""\1|(#*)"(?:\\.|[^"\\\n])*"\2')
_INTERPOLATION = re.compile(r'\\#*\(')
_COMMENT = re.compile(r'//[^\n]*|/\*(?:.|\n)*?\*/')
_TOKEN = re.compile(_STRING.pattern + '|' + _COMMENT.pattern)
_WORD = re.compile(r'[A-Za-z_]\w*')
_TYPE = re.compile(r'\b(?:struct|class|enum|protocol|actor|typealias)\s+(?!func\b|var\b|let\b|subscript\b|init\b)([A-Za-z_]\w*)')
_MEMBER = re.compile(r'\b(?:func|var|let)\s+`?([A-Za-z_]\w*)')
_PRIVATE = re.compile(r'\b(?:private|fileprivate)\b(?!\(set\))')


def code(text):
    """The text without comments and without what stands in string literals; lines keep their numbers."""
    def blank(match):
        token = match[0]
        lines = '\n' * token.count('\n')
        if token.startswith(('//', '/*')):
            return lines
        return '""' + ' '.join(_interpolated(token)) + lines
    return _TOKEN.sub(blank, text)


def _interpolated(string):
    for start in _INTERPOLATION.finditer(string):
        depth, index = 1, start.end()
        while index < len(string) and depth:
            depth += {'(': 1, ')': -1}.get(string[index], 0)
            index += 1
        yield string[start.end():index - 1]


class Module:
    """A module's files: what each declares at its top level and what each mentions."""

    def __init__(self, root, paths):
        self.root = root
        self.declared = collections.defaultdict(set)  # name: the directories that declare it
        self.texts = {}
        for path in paths:
            text = code(open(path, encoding='utf-8').read())
            self.texts[path] = text
            for name in _top_level_names(text):
                self.declared[name].add(self.directory(path))

    def directory(self, path):
        """The path's directory within the module; '' for the module's own."""
        return os.path.relpath(os.path.dirname(path), self.root).replace('.', '', 1) if os.path.dirname(path) != self.root else ''

    def uses(self):
        """Every (file, line, name, declaring directory) where a name that one directory alone declares is used in another."""
        only = {name: next(iter(places)) for name, places in self.declared.items() if len(places) == 1}
        for path, text in self.texts.items():
            here = self.directory(path)
            for number, line in enumerate(text.split('\n'), 1):
                for name in _WORD.findall(line):
                    there = only.get(name)
                    if there is not None and there != here:
                        yield path, number, name, there


def _top_level_names(text):
    """Types, functions and variables outside every brace, which other files can see, and types nested in extensions."""
    depth = 0
    for line in text.split('\n'):
        if depth == 0 and not _PRIVATE.search(line):
            found = _TYPE.search(line) or (None if re.match(r'\s*(?:\w+\s+)*extension\b', line) else _MEMBER.search(line))
            if found:
                yield found[1]
        depth += line.count('{') - line.count('}')
