"""The emulated processors on which instructions are counted, and what they run."""
import os
import re
import shutil
import subprocess
import sys

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path += [f'{TOP}/tools/cpus', f'{TOP}/tools/testing']

import debian_libraries
import peers as peer_programs
import targets
from running import Failure, output_of

HERE = os.path.dirname(os.path.abspath(__file__))
FOLDER = f'{TOP}/.build-peers/emulated'
# The packages of the peers for arm64, and the libraries that their programs are linked with there.
PEERS = {
    'cairo': (['libcairo2'], ['libcairo.so.2', 'libfreetype.so.6']),
    'qt': (['libqt6gui6', 'libqt6widgets6'], ['libQt6Gui.so.6', 'libQt6Widgets.so.6', 'libQt6Core.so.6']),
}
# Each architecture has a font cache of its own, since it would find the other's outdated and write it again.
FONTS = '''\
<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig><dir>/usr/share/fonts/truetype/dejavu</dir><cachedir>{folder}/fonts-{architecture}</cachedir></fontconfig>
'''
# The plugin counts each repetition of a string instruction, so the C library must not use these.
ENVIRONMENT = {
    'LC_ALL': 'C',
    'GLIBC_TUNABLES': 'glibc.cpu.hwcaps=-ERMS,-FSRM',
    'QT_HASH_SEED': '0',
    'QT_LOGGING_RULES': '*=false',
    'XDG_RUNTIME_DIR': '/tmp',
}


class Processor:
    """A processor that QEMU emulates."""

    def __init__(self, name, model, emulator, architecture, compiler):
        self.name, self.model, self.architecture, self.compiler = name, model, architecture, compiler
        self.emulator = [emulator, '-cpu', model]
        self.player = f'{TOP}/.build-cpus/{architecture}/player'
        self.root = f'{FOLDER}/root' if architecture == 'arm64' else '/'

    def draw(self, recording):
        """Returns the bytes of the player's frame of a recording."""
        return output_of([*self.emulator, self.player, recording, '32'])

    def run(self, line, environment=()):
        """Returns the output of a command and the instructions of its whole run. Raises Failure if it fails."""
        environment = {**os.environ, **ENVIRONMENT, 'FONTCONFIG_FILE': fonts_of(self.architecture), **dict(environment)}
        if self.root != '/':
            # QEMU finds libraries below the root, but Qt does not find its plugins there.
            environment['QT_PLUGIN_PATH'] = f'{self.root}/usr/lib/aarch64-linux-gnu/qt6/plugins'
        line = [*self.emulator, '-L', self.root, '-plugin', f'{FOLDER}/counter.so', *line]
        try:
            done = subprocess.run(line, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment,
                                  timeout=600)
        except (OSError, subprocess.TimeoutExpired) as error:
            raise Failure(str(error)) from None
        errors = done.stderr.decode(errors='replace')
        found = re.search(r'^instructions executed: (\d+)$', errors, re.MULTILINE)
        if done.returncode != 0 or not found:
            raise Failure(f'{" ".join(line)}: status {done.returncode}\n{errors[-2000:].strip()}')
        return done.stdout, int(found[1])


# AVX2 and SSE4 run the same programs: a library may choose code by the processor. The Raspberry Pi 3 has a
# Cortex-A53.
PROCESSORS = [
    Processor('AVX2', 'Haswell', 'qemu-x86_64', 'x86-64', 'g++'),
    Processor('SSE4', 'Nehalem', 'qemu-x86_64', 'x86-64', 'g++'),
    Processor('NEON', 'cortex-a53', 'qemu-aarch64', 'arm64', 'aarch64-linux-gnu-g++'),
]


def build():
    """Builds the counting plugin, and the player of tools/check-cpus in its folder. Raises Failure."""
    used = [target for target in targets.every_target() if target.name in {processor.architecture for processor in PROCESSORS}]
    tools = [tool for processor in PROCESSORS for tool in (processor.emulator[0], processor.compiler)]
    missing = [tool for tool in tools if not shutil.which(tool)] + [tool for target in used for tool in target.missing()]
    if missing:
        raise Failure(f'{missing[0]} is not installed: tools/install bench cpus arm64')
    os.makedirs(FOLDER, exist_ok=True)
    output_of(['gcc', '-O2', '-Wall', '-shared', '-fPIC', '-o', f'{FOLDER}/counter.so', f'{HERE}/counter.c'])
    for architecture in {processor.architecture for processor in PROCESSORS}:
        with open(fonts_of(architecture), 'w') as file:
            file.write(FONTS.format(folder=FOLDER, architecture=architecture))
    os.makedirs(f'{TOP}/.build-cpus', exist_ok=True)
    for target in used:
        problem = target.build(f'{TOP}/.build-cpus')
        if problem:
            raise Failure(f'{target.name}: the player does not build\n{problem}')


def build_peer(name):
    """Builds a peer for both architectures, with the instructions that all processors of the architecture have.

    Raises Failure or Unavailable.
    """
    packages, libraries = PEERS[name]
    root = debian_libraries.unpack(packages, 'arm64', FOLDER)
    folders = [f'{root}{prefix}/lib/aarch64-linux-gnu' for prefix in ('/usr', '')]
    link = {'x86-64': flags(name, '--libs'),
            'arm64': [f'-L{path}' for path in folders] + [f'-l:{library}' for library in libraries]
            + [f'-Wl,-rpath-link,{":".join(folders)}']}
    for architecture, compiler in {processor.architecture: processor.compiler for processor in PROCESSORS}.items():
        # Both use this machine's headers, which are the same for both.
        output_of([compiler, '-O3', '-fPIC', '-o', peer_program(name, architecture), f'{HERE}/peers/{name}.cpp',
                   *flags(name, '--cflags'), *link[architecture]])


def peer_program(name, architecture):
    return f'{FOLDER}/{name}-{architecture}'


def fonts_of(architecture):
    """Returns the path of the settings that name the fonts for an architecture's programs."""
    return f'{FOLDER}/fonts-{architecture}.conf'


def flags(name, kind):
    """Returns the compiler's flags for a peer. Raises Failure if its library is not installed."""
    return output_of(['pkg-config', kind, *peer_programs.FLAGS[name]]).decode().split()
