"""Runs the cases of a suite in the program Tests/ConformanceRunner."""
import json
import os
import subprocess


def results(program, suite, paths, folder=None):
    """Returns the result of each path. A case without a result ended the program; the cases after it are run in a new one.

    A suite that draws writes its images to `folder`. The results are dictionaries. That of a case that ended the program has only the member "problem".
    """
    runner = os.path.join(os.path.dirname(program), 'ConformanceRunner')
    found, rest = {}, list(paths)
    while rest:
        run = subprocess.run([runner, suite], input=''.join(path + '\n' for path in rest), stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE, text=True, errors='replace', env=dict(os.environ, SWIFT_BACKTRACE='enable=no'), cwd=folder)
        lines = [json.loads(line) for line in run.stdout.split('\n') if line]
        found.update((result['path'], result) for result in lines)
        rest = rest[len(lines):]
        if rest:
            found[rest[0]] = {'problem': f'the case ended the program with status {run.returncode}'}
            rest = rest[1:]
    return found
