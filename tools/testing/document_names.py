"""The check that the symbols which the articles link to are declared, so that no article names what has gone. `tools/docs` resolves
links as DocC does, but builds the package first and takes minutes."""
import glob
import re

from core import TOP

_LINK = re.compile(r'``([A-Z]\w*)((?:/[^`/\s]+(?:\([^`]*\))?)*)``')
# A declaration, and the words before it.
_TYPE = re.compile(r'^( *)((?:[@\w()]+ )*?)(class|struct|enum|protocol|actor|extension|typealias) ([\w.]+)')
_MEMBER = re.compile(r'^ *((?:@?\w+(?:\(\w+\))? )*?)(func|var|let|init|case|subscript|typealias)\b[?!]? ?([^\n]*)')
_PUBLIC = re.compile(r'\b(public|open)\b')
_LABEL = re.compile(r'(?:^|, )(\w+):')
_DISAMBIGUATION = re.compile(r'-(?:>.+|\(.*\)(?:->.+)?|[a-z0-9.]+)$')


def document_names():
    """The types, methods and properties that articles link to are public declarations of the sources."""
    declared = _declarations()
    found = []
    for path in sorted(glob.glob(f'{TOP}/tools/documenting/*.docc/*.md')):
        for number, line in enumerate(open(path, encoding='utf-8'), 1):
            for root, rest in _LINK.findall(line):
                name = _DISAMBIGUATION.sub('', root + rest)
                if name not in declared and not name.startswith('Cartouche'):
                    found.append(f'{path.removeprefix(TOP + "/")}:{number}: ``{root}{rest}``: no such public declaration')
    return '\n'.join(found)


def _declarations():
    """The paths of all public declarations: `Type`, `Type/member` and `Type/method(label:)`."""
    declared = set()
    for path in glob.glob(f'{TOP}/Sources/**/*.swift', recursive=True):
        scopes = []  # (indentation, path, whether members need no `public`)
        lines = open(path, encoding='utf-8').read().split('\n')
        for number, line in enumerate(lines):
            depth = len(line) - len(line.lstrip(' '))
            if not line.strip() or line.lstrip().startswith(('//', '*')):
                continue
            while scopes and scopes[-1][0] >= depth:
                scopes.pop()
            scope = scopes[-1] if scopes else (-2, '', False)
            declaration = _TYPE.match(line)
            if declaration and depth == scope[0] + 2:
                name = declaration[4].replace('.', '/')
                full = f'{scope[1]}/{name}' if scope[1] else name
                is_public = bool(_PUBLIC.search(declaration[2])) or scope[2]
                if is_public:
                    declared.add(full)
                scopes.append((depth, full, is_public and declaration[3] in ('protocol', 'enum') or declaration[3] == 'extension'
                               and bool(_PUBLIC.search(declaration[2]))))
                continue
            member = _MEMBER.match(line)
            if not member or depth != scope[0] + 2 or not scope[1]:
                continue
            if _PUBLIC.search(member[1]) or scope[2]:
                text = member[2] + ' ' + member[3] + '\n' + '\n'.join(lines[number + 1:number + 12])
                declared |= {f'{scope[1]}/{name}' for name in _names(member[2], text)}
    return declared


def _names(kind, text):
    """The names of a declaration with its labels, and without them."""
    text = text.removeprefix(kind).lstrip(' ?!')
    if kind in ('var', 'let'):
        return set(re.findall(r'(\w+)(?=[:,=\s)])', text.split('\n')[0].split(':')[0].split('=')[0] + ' '))
    if kind == 'case':
        line = text.split('\n')[0]
        names = set(re.findall(r'(?:^|, )`?(\w+)`?', re.sub(r'\([^)]*\)', '', line)))
        for name, values in re.findall(r'(\w+)\(([^)]*)\)', line):
            names.add(f'{name}({"".join(label + ":" for label in _LABEL.findall(values))})')
        return names
    name = kind if kind in ('init', 'subscript') else re.match(r'`?([\w]+|[^\s(]+)', text)[1]
    start = text.find('(')
    depth, end = 0, start
    for end in range(start, len(text)):
        depth += (text[end] in '([<{') - (text[end] in ')]}' or text[end] == '>' and text[end - 1] != '-')
        if depth == 0:
            break
    labels, depth, last = [], 0, ''
    for part in re.split(r'([(\[<{>)\]},])', text[start + 1:end].replace('->', '  ')):
        if part in ('(', '[', '<', '{'):
            depth += 1
        elif part in (')', ']', '>', '}'):
            depth -= 1
        elif part == ',':
            last = '' if depth == 0 else last
        elif depth == 0 and not last:
            last = part.strip()
            label = re.match(r'(?:@\w+ )*`?(\w+)`?', last)
            if label and ':' in last:
                labels.append(label[1])
    return {name, f'{name}({"".join(label + ":" for label in labels)})'}
