"""Downloads Debian packages."""
import os
import subprocess


def fetch(package, folder):
    """Downloads a package into `folder`."""
    # As root, apt cannot use its own user to write here; it then prints a warning and downloads as root.
    try:
        run('apt-get', 'download', '-qq', package, cwd=folder)
    except subprocess.CalledProcessError:
        run(*as_root('apt-get', 'update'))
        run('apt-get', 'download', '-qq', package, cwd=folder)


def as_root(*line):
    """Returns the command line that runs a command as root."""
    return line if os.getuid() == 0 else ('sudo', *line)


def run(*line, cwd=None, check=True):
    """Runs a command and returns its output."""
    done = subprocess.run(line, cwd=cwd, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if check and done.returncode != 0:
        print(done.stdout + done.stderr, flush=True)
        done.check_returncode()
    return done.stdout
