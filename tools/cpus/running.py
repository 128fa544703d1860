"""Runs what draws, and says what is wrong where it fails."""
import os
import subprocess


class Failure(Exception):
    """What failed, as a sentence and what the command said."""


def output_of(line, seconds=300):
    """What the command writes to standard output, as bytes. Raises Failure unless it ends well and in time."""
    name = os.path.relpath(line[0]) if os.path.isabs(line[0]) else line[0]
    try:
        run = subprocess.run(line, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=seconds)
    except subprocess.TimeoutExpired:
        raise Failure(f'{name}: not done after {seconds} s') from None
    except OSError as error:
        raise Failure(f'{name}: {error.strerror}') from None
    if run.returncode:
        ending = f'status {run.returncode}' if run.returncode > 0 else f'signal {-run.returncode}'
        said = run.stderr.decode(errors='replace').strip()
        raise Failure(f'{name} {" ".join(line[1:])}: {ending}' + (f'\n{said}' if said else ''))
    return run.stdout
