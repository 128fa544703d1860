"""Unpacks Debian's libraries for another processor in a folder, so that nothing of them is installed.

The package index and the downloads have a folder of their own too. The sources and keys are the machine's.
"""
import glob
import os
import shutil
import subprocess

SETTINGS = '''\
APT::Architecture "{architecture}";
APT::Architectures {{ "{architecture}"; }};
APT::Install-Recommends "false";
// Its user may not enter a folder of a home directory. Signatures are checked all the same.
APT::Sandbox::User "root";
Dir::State "{folder}";
Dir::State::status "{folder}/status";
Dir::Cache "{folder}";
'''


class Unavailable(Exception):
    """The reason for which libraries are missing."""


def unpack(packages, architecture, folder):
    """Unpacks the packages, and those that they depend on, in `folder`/root, unless that has been done before.

    Returns the path of that folder. Raises Unavailable if they cannot be had.
    """
    root, done = f'{folder}/root', f'{folder}/{"+".join(packages)}.unpacked'
    if os.path.exists(done):
        return root
    if not shutil.which('apt-get'):
        raise Unavailable('there is no apt-get to fetch them; run this on Debian')
    for path in (root, f'{folder}/apt/lists/partial', f'{folder}/apt/archives/partial'):
        os.makedirs(path, exist_ok=True)
    # Nothing counts as installed, so all packages that are needed are fetched.
    open(f'{folder}/apt/status', 'w').close()
    settings = f'{folder}/apt.conf'
    with open(settings, 'w') as file:
        file.write(SETTINGS.format(architecture=architecture, folder=f'{folder}/apt'))
    for line in (['apt-get', 'update'], ['apt-get', 'clean'], ['apt-get', 'install', '-y', '--download-only', *packages]):
        check(line, {**os.environ, 'APT_CONFIG': settings, 'LC_ALL': 'C'})
    archives = sorted(glob.glob(f'{folder}/apt/archives/*.deb'))
    if not archives:
        raise Unavailable(f'apt-get fetched no package to {folder}/apt/archives; see whether apt\'s configuration names another folder')
    for archive in archives:
        check(['dpkg', '-x', archive, root], os.environ)
    shutil.rmtree(f'{folder}/apt')
    open(done, 'w').close()
    return root


def check(line, environment):
    """Runs a command. Raises Unavailable with its last words if it fails."""
    run = subprocess.run(line, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment)
    if run.returncode:
        raise Unavailable(f'{" ".join(line)}: status {run.returncode}: {" ".join(run.stdout.splitlines()[-3:])}')
