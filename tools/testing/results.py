"""The results of tests, and their summary."""
import json
import os
from dataclasses import asdict, dataclass

PASSED, FAILED, SKIPPED = 'passed', 'failed', 'skipped'


@dataclass
class Result:
    """The state of one test, with the reason if it did not pass."""
    name: str
    state: str
    reason: str = ''


def strict(results):
    """Returns the results, with skipped tests as failed ones if CI=true."""
    if os.environ.get('CI') != 'true':
        return results
    return [Result(r.name, FAILED, f'skipped, which CI does not allow: {r.reason}') if r.state == SKIPPED else r
            for r in results]


def save(results, path):
    """Writes the results as JSON."""
    with open(path, 'w') as file:
        json.dump([asdict(r) for r in results], file, indent=1)


def load(path):
    """Returns the results of the last run, or none if there was no run."""
    try:
        with open(path) as file:
            return [Result(**r) for r in json.load(file)]
    except FileNotFoundError:
        return []


def summary(results):
    """Returns the numbers of passed, failed and skipped tests as text."""
    count = {state: sum(r.state == state for r in results) for state in (PASSED, FAILED, SKIPPED)}
    return f'{count[PASSED]} passed, {count[FAILED]} failed, {count[SKIPPED]} skipped'


def print_all_but_passed(results):
    """Prints the failed and skipped tests with their reasons."""
    for r in results:
        if r.state != PASSED:
            print(f'{r.state}: {r.name}' + (f': {r.reason}' if r.reason else ''))
