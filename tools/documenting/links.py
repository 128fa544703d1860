"""Rewrites links that lead from one module to another, which DocC alone does not resolve."""
import json
import os
import re

_LINK = re.compile(r'``([^`\n]+)``')
# A link from an article to an article of another module, as a path in the repository.
_ARTICLE = re.compile(r'\]\(\.\./(\w+)\.docc/([\w-]+)\.md\)')
# What may follow a symbol's name: a hash, a kind, parameter types or a return type, as in `-5fgh2`, `-class`,
# `-(Point)` or `->Bool`.
_DISAMBIGUATION = re.compile(r'-(?:>.+|\(.*\)(?:->.+)?|[a-z0-9.]+)$')


class Symbols:
    """The public symbols of all modules: which paths each module has, and which it adds to types of other modules."""

    def __init__(self, graphs):
        """`graphs`: a dictionary of module names and their symbol graph files."""
        self.own, self.added = {}, {}
        for module, files in graphs.items():
            self.own[module], self.added[module] = set(), {}
            for file in files:
                extended = extended_module(file)
                for symbol in json.load(open(file))['symbols']:
                    full = '/'.join(symbol['pathComponents'])
                    for path in {full, re.sub(r'\(.*\)$', '', full)}:
                        if extended is None:
                            self.own[module].add(path)
                        elif symbol['kind']['identifier'] != 'swift.extension':
                            self.added[module][path] = extended

    def resolves(self, module, extended, scope, link):
        """Whether DocC finds `link` from a symbol of `module` whose path components are `scope`: beside it, in what contains it,
        or at the top. `extended` is the module whose type the symbol extends, or None."""
        link = link.removeprefix(module + '/').strip('/')
        within = {path for path, target in self.added[module].items() if target == extended} if extended else self.own[module]
        if link == module or has(self.own[module], link):
            return True
        return any(has(within, '/'.join([*scope[:depth], link])) for depth in range(len(scope) + 1))

    def page(self, module, link):
        """The page, outside of what `resolves` finds in `module`, of the module or the symbol that `link` names from the top, or None."""
        if link in self.own:
            return f'/documentation/{link.lower()}'
        name = _DISAMBIGUATION.sub('', link)
        for other in self.own:
            if other != module and has(self.own[other], link):
                return f'/documentation/{other.lower()}/{name.lower()}'
        for other in self.added:
            if has(self.added[other], link):
                extended = self.added[other].get(link) or self.added[other][name]
                return f'/documentation/{other.lower()}/{extended.lower()}/{name.lower()}'
        return None


def has(paths, path):
    return path in paths or _DISAMBIGUATION.sub('', path) in paths


def extended_module(file):
    """The module whose types are extended in a symbol graph file: Text in `Cartouche@Text.symbols.json`. Otherwise None."""
    _, at, extended = os.path.basename(file).removesuffix('.symbols.json').partition('@')
    return extended if at else None


def rewrite(file, module, symbols):
    """Makes links to other modules ordinary links in the symbol graph `file`. Returns the links that lead nowhere, each with its symbol."""
    graph, dead = json.load(open(file)), []
    for symbol in graph['symbols']:
        # Comments that DocC inherits from the standard library are not ours.
        own = symbol.get('docComment')
        for line in own['lines'] if own and own.get('module', module) == module else []:
            line['text'] = rewritten(line['text'], module, extended_module(file), symbol['pathComponents'], symbols,
                                     lambda link: dead.append((where(symbol), link)))
    json.dump(graph, open(file, 'w'))
    return dead


def rewrite_article(file, module, symbols):
    """Makes links to other modules, and to their articles, ordinary links in the article `file`. Returns the links that lead nowhere,
    each with the file's name."""
    dead = []
    text = _ARTICLE.sub(lambda match: f'](/documentation/{match[1].lower()}/{match[2].lower()})', open(file).read())
    text = rewritten(text, module, None, [], symbols, lambda link: dead.append((os.path.basename(file), link)))
    open(file, 'w').write(text)
    return dead


def rewritten(text, module, extended, scope, symbols, report):
    """`text` with links to other modules as ordinary links. `report` is called with each link that leads nowhere."""
    def replacement(match):
        link = match[1]
        if symbols.resolves(module, extended, scope, link):
            return match[0]
        page = symbols.page(module, link)
        if page is None:
            report(link)
            return match[0]
        return f'[`{_DISAMBIGUATION.sub("", link).replace("/", ".")}`]({page})'
    return _LINK.sub(replacement, text)


def where(symbol):
    location = symbol.get('location')
    path = '.'.join(symbol['pathComponents'])
    return f'{location["uri"].removeprefix("file://")}:{location["position"]["line"] + 1} ({path})' if location else path
