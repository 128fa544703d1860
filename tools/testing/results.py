"""What a test came to, and the count of them all."""
import json
import os
from dataclasses import asdict, dataclass

PASSED, FAILED, SKIPPED = 'passed', 'failed', 'skipped'


@dataclass
class Result:
    name: str
    state: str
    reason: str = ''


def strict(results):
    """Under CI=true nothing may be left out: a skipped test is a failed one."""
    if os.environ.get('CI') != 'true':
        return results
    return [Result(r.name, FAILED, f'skipped, which CI does not accept: {r.reason}') if r.state == SKIPPED else r
            for r in results]


def save(results, path):
    with open(path, 'w') as file:
        json.dump([asdict(r) for r in results], file, indent=1)


def load(path):
    """The results of the last run; none if there was none."""
    try:
        with open(path) as file:
            return [Result(**r) for r in json.load(file)]
    except FileNotFoundError:
        return []


def summary(results):
    count = {state: sum(r.state == state for r in results) for state in (PASSED, FAILED, SKIPPED)}
    return f'{count[PASSED]} passed, {count[FAILED]} failed, {count[SKIPPED]} skipped'


def print_all_but_passed(results):
    for r in results:
        if r.state != PASSED:
            print(f'{r.state}: {r.name}' + (f': {r.reason}' if r.reason else ''))
