"""Rewrites links of doc comments that lead from one module to another, which DocC alone does not resolve."""
import json
import re

_LINK = re.compile(r'``([^`\n]+)``')
_DISAMBIGUATION = re.compile(r'-[a-z0-9.]+$')


class Symbols:
    """The public symbols of all modules: which paths each module has."""

    def __init__(self, graphs):
        """`graphs`: a dictionary of module names and their symbol graph files."""
        self.paths = {}
        for module, files in graphs.items():
            paths = set()
            for file in files:
                for symbol in json.load(open(file))['symbols']:
                    full = '/'.join(symbol['pathComponents'])
                    paths |= {full, re.sub(r'\(.*\)$', '', full)}
            self.paths[module] = paths

    def has(self, module, path):
        return path in self.paths[module] or _DISAMBIGUATION.sub('', path) in self.paths[module]

    def resolves(self, module, scope, link):
        """Whether DocC finds `link` from a symbol whose path components are `scope`: beside it, in what contains it, or at the top."""
        link = link.removeprefix(module + '/').strip('/')
        return any(self.has(module, '/'.join([*scope[:depth], link])) for depth in range(len(scope), -1, -1))

    def elsewhere(self, module, link):
        """The other module in which `link` is found at the top, or None."""
        return next((other for other in self.paths if other != module and self.has(other, link)), None)


def rewrite(file, module, symbols):
    """Makes links to other modules ordinary links in the symbol graph `file`. Returns the links that lead nowhere, each with its symbol."""
    graph, dead = json.load(open(file)), []
    for symbol in graph['symbols']:
        # Comments that DocC inherits from the standard library are not ours.
        own = symbol.get('docComment')
        for line in own['lines'] if own and own.get('module', module) == module else []:
            def replacement(match):
                link = match[1]
                if symbols.resolves(module, symbol['pathComponents'], link):
                    return match[0]
                other = symbols.elsewhere(module, link)
                if other is None:
                    dead.append((where(symbol), link))
                    return match[0]
                name = _DISAMBIGUATION.sub('', link)
                return f'[`{name.replace("/", ".")}`](/documentation/{other.lower()}/{name.lower()})'
            line['text'] = _LINK.sub(replacement, line['text'])
    json.dump(graph, open(file, 'w'))
    return dead


def where(symbol):
    location = symbol.get('location')
    path = '.'.join(symbol['pathComponents'])
    return f'{location["uri"].removeprefix("file://")}:{location["position"]["line"] + 1} ({path})' if location else path
