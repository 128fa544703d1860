"""What `rules.toml` says of the source tree: how directories are ordered, which words are retired, and the exceptions."""
import os
import tomllib

_PATH = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'rules.toml')


class Rules:
    """The rules and their exceptions. An exception that nothing needs any more is itself a finding."""

    def __init__(self, path=_PATH):
        with open(path, 'rb') as file:
            content = tomllib.load(file)
        self.directories = content['directories']
        self.retired = content['retired']
        self._exceptions = content.get('exception', [])
        self._used = set()

    def allows(self, check, **facts):
        """Whether an exception of `check` names these facts: each of them equal, or in the exception's list."""
        allowed = False
        for index, exception in enumerate(self._exceptions):
            if exception['check'] == check and all(_holds(exception.get(key), value) for key, value in facts.items()):
                self._used.add(index)
                allowed = True
        return allowed

    def stale(self, check):
        """The exceptions of `check` that were never asked for."""
        return [f'rules.toml: nothing needs this exception any more: {_name(exception)}'
                for index, exception in enumerate(self._exceptions) if exception['check'] == check and index not in self._used]


def _holds(wanted, value):
    return wanted is not None and (value in wanted if isinstance(wanted, list) else value == wanted)


def _name(exception):
    return ', '.join(f'{key} = {value}' for key, value in exception.items() if key != 'reason')
