"""The processors that frames are compared on, and the player built for each."""
import hashlib
import os
import shutil
import subprocess

import core
from running import output_of

HERE = os.path.dirname(os.path.abspath(__file__))
PLAYER = [f'{HERE}/player/{name}' for name in ('Player.swift', 'LiveScene.swift')]
MAIN = f'{HERE}/player/main.c'


class Target:
    """A way to build the player, and to run it."""

    def __init__(self, name, flags, compiler, emulator=None, link=()):
        self.name, self.flags, self.emulator, self.link = name, flags, emulator, list(link)
        # What links the player, and what compiles the C file that it starts in.
        self.linker, self.compiler = compiler, 'clang' if compiler == 'swiftc' else compiler

    def missing(self):
        """What is not installed of what building and running need; nothing if all is."""
        return [tool for tool in (self.linker, self.compiler, self.emulator) if tool and not shutil.which(tool)]

    def run(self, folder, path, bits):
        """The bytes of the frames in the file at `path`. Raises Failure if there are none."""
        line = [self.emulator] if self.emulator else []
        return output_of(line + [f'{folder}/{self.name}/player', path, str(bits)])

    def build(self, folder):
        """Builds the player below `folder`, unless it is there and nothing has changed. Returns what went wrong, or nothing."""
        place = f'{folder}/{self.name}'
        key = self.key()
        try:
            with open(f'{place}/key') as file:
                if file.read() == key:
                    return ''
        except FileNotFoundError:
            pass
        shutil.rmtree(place, ignore_errors=True)
        problem = core.compile_core(place, self.flags, [('Player', PLAYER)])
        if problem:
            return problem
        objects = [f'{place}/{name}.o' for name in ('Raster', 'Scene', 'Player', 'main')]
        for line in ([self.compiler, '-O2', '-c', MAIN, '-o', f'{place}/main.o'],
                     [self.linker, *self.link, *objects, '-o', f'{place}/player']):
            problem = core.failure_of(line)
            if problem:
                return problem
        with open(f'{place}/key', 'w') as file:
            file.write(key)
        return ''

    def key(self):
        """Changes whenever the player would."""
        digest = hashlib.sha256(repr((self.flags, self.linker, self.link, tool_version())).encode())
        for path in [p for module in core.MODULES for p in core.sources(module)] + PLAYER + [MAIN]:
            with open(path, 'rb') as file:
                digest.update(path.encode() + b'\0' + file.read())
        return digest.hexdigest()


def tool_version():
    return subprocess.run(['swiftc', '--version'], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout


def embedded(name, target, compiler, emulator, *more):
    # GNU ld does not link what the Swift compiler makes for bare arm64; lld, which comes with it, does, for all of them.
    linker = os.path.dirname(os.path.realpath(shutil.which('swiftc') or '/'))
    return Target(name, ['-target', target, '-O', *core.EMBEDDED, *more], compiler, emulator,
                  ['-static', '-fuse-ld=lld', f'-B{linker}'])


def every_target():
    """The first is the one that the others are compared with; the quickest to build is last, for two are built at a time."""
    return [
        embedded('x86-64', 'x86_64-unknown-linux-gnu', 'clang', 'qemu-x86_64-static'),
        embedded('arm64', 'aarch64-none-none-elf', 'aarch64-linux-gnu-gcc', 'qemu-aarch64-static'),
        embedded('armv7', 'armv7-none-none-eabi', 'arm-linux-gnueabihf-gcc', 'qemu-arm-static',
                 '-Xcc', '-mfloat-abi=hard', '-Xcc', '-mfpu=neon'),
        embedded('riscv64', 'riscv64-none-none-eabi', 'riscv64-linux-gnu-gcc', 'qemu-riscv64-static',
                 '-Xcc', '-march=rv64gc', '-Xcc', '-mabi=lp64d'),
        Target('native-Onone', ['-Onone'], 'swiftc', link=['-static-stdlib']),
    ]
