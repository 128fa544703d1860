"""Runs commands and describes their failures."""
import os
import subprocess


class Failure(Exception):
    """A failure of a command, with its error output."""


def output_of(line, seconds=300):
    """Returns the bytes that a command writes to standard output. Raises Failure if it fails or takes too long."""
    name = os.path.relpath(line[0]) if os.path.isabs(line[0]) else line[0]
    try:
        run = subprocess.run(line, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=seconds)
    except subprocess.TimeoutExpired:
        raise Failure(f'{name}: not finished after {seconds} s') from None
    except OSError as error:
        raise Failure(f'{name}: {error.strerror}') from None
    if run.returncode:
        ending = f'status {run.returncode}' if run.returncode > 0 else f'signal {-run.returncode}'
        errors = run.stderr.decode(errors='replace').strip()
        raise Failure(f'{name} {" ".join(line[1:])}: {ending}' + (f'\n{errors}' if errors else ''))
    return run.stdout
