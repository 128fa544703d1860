"""Runs the Swift tests and reads their results from the event stream of Swift Testing."""
import json
import os
import subprocess

from results import FAILED, PASSED, SKIPPED, Result


def run(top):
    """Runs all Swift tests of the package at `top`. Returns their results."""
    events_path, log_path = f'{top}/out/swift-tests.jsonl', f'{top}/out/swift-tests.log'
    if os.path.exists(events_path):
        os.unlink(events_path)
    # Runs the bundle of tools/build as `swift test` does. That command uses other flags, and even with
    # --skip-build it leaves a build plan that makes the next build compile everything again.
    line = [f'{top}/.build/release/CartouchePackageTests.xctest', '--testing-library', 'swift-testing',
            '--event-stream-output-path', events_path]
    with open(log_path, 'w') as log:
        status = subprocess.run(line, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT, cwd=top).returncode
    results = read(events_path)
    if not any(r.state == FAILED for r in results) and (status != 0 or not results):
        with open(log_path) as log:
            results.append(Result('the Swift tests', FAILED, f'status {status}\n' + ''.join(log.readlines()[-20:])))
    return results


def read(path):
    """Returns a result for each test function. A test that neither ended nor was skipped was stopped by a crash."""
    names, ended, skipped, issues = {}, set(), {}, {}
    try:
        with open(path) as file:
            records = [json.loads(line) for line in file if line.endswith('}\n')]
    except FileNotFoundError:
        return []
    for record in records:
        payload = record['payload']
        if record['kind'] == 'test' and payload['kind'] == 'function':
            names[payload['id']] = name_of(payload)
        elif record['kind'] == 'event':
            test, text = payload.get('testID'), ' '.join(m['text'] for m in payload.get('messages', []))
            if payload['kind'] == 'issueRecorded' and payload['issue'].get('isFailure', True):
                issues.setdefault(test, []).append(location_of(payload['issue']) + text)
            elif payload['kind'] == 'testSkipped':
                skipped[test] = reason_in(text)
            elif payload['kind'] == 'testCancelled':
                skipped[test] = 'cancelled'
            elif payload['kind'] == 'testEnded':
                ended.add(test)
    # An issue without a known test, for example of a detached task, is a failure of its own.
    strays = [Result('a task outside of any test', FAILED, text)
              for test, texts in issues.items() if test not in names for text in texts]
    return [result(test, name, ended, skipped, issues) for test, name in names.items()] + strays


def result(test, name, ended, skipped, issues):
    """Returns the result of one test."""
    if test in issues:
        return Result(name, FAILED, '\n    '.join(issues[test]))
    if test in skipped:
        return Result(name, SKIPPED, skipped[test])
    return Result(name, PASSED) if test in ended else Result(name, FAILED, 'did not end: see out/swift-tests.log')


def name_of(test):
    """Returns the name of a test with its target, such as `Raster: …`."""
    target = test['id'].split('.')[0].removeprefix('Cartouche').removesuffix('Tests')
    return f'{target or "Cartouche"}: {test.get("displayName", test["name"])}'


def location_of(issue):
    """Returns the file and line of an issue as a prefix, or ''."""
    location = issue.get('sourceLocation')
    return f'{location["fileID"]}:{location["line"]}: ' if location else ''


def reason_in(text):
    """Returns `reason` of a message `Test "…" skipped: "reason"`."""
    return text.rpartition('skipped: ')[2].strip('"') if 'skipped: ' in text else ''
