"""The processors on which frames are compared, and the builds of the player for them."""
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
    """A processor and optimization level for which the player is built and run."""

    def __init__(self, name, flags, compiler, emulator=None, link=(), without_object=()):
        self.name, self.flags, self.emulator, self.link = name, flags, emulator, list(link)
        # The modules of which other modules' object files contain all the machine code that the player needs.
        self.without_object = without_object
        # The program that links the player, and the compiler of its C file.
        self.linker, self.compiler = compiler, 'clang' if compiler == 'swiftc' else compiler

    def missing(self):
        """Returns the required programs that are not installed."""
        return [tool for tool in (self.linker, self.compiler, self.emulator) if tool and not shutil.which(tool)]

    def run(self, folder, path, bits):
        """Returns the bytes of the frames of the recording at `path`. Raises Failure if the player fails."""
        line = [self.emulator] if self.emulator else []
        return output_of(line + [f'{folder}/{self.name}/player', path, str(bits)])

    def build(self, folder):
        """Builds the player in `folder` if anything has changed. Returns the error output, or ''."""
        directory = f'{folder}/{self.name}'
        key = self.key()
        try:
            with open(f'{directory}/key') as file:
                if file.read() == key:
                    return ''
        except FileNotFoundError:
            pass
        shutil.rmtree(directory, ignore_errors=True)
        problem = core.compile_core(directory, self.flags, [('Player', PLAYER)], self.without_object)
        if problem:
            return problem
        objects = [f'{directory}/{name}.o' for name in ('Raster', 'Scene', 'Player', 'main') if name not in self.without_object]
        for line in ([self.compiler, '-O2', '-c', MAIN, '-o', f'{directory}/main.o'],
                     [self.linker, *self.link, *objects, '-o', f'{directory}/player']):
            problem = core.failure_of(line)
            if problem:
                return problem
        with open(f'{directory}/key', 'w') as file:
            file.write(key)
        return ''

    def key(self):
        """Returns a hash of everything that the player is built from."""
        digest = hashlib.sha256(repr((self.flags, self.linker, self.link, self.without_object, tool_version())).encode())
        for path in [p for module in core.MODULES for p in core.sources(module)] + core.headers() + PLAYER + [MAIN, core.__file__]:
            with open(path, 'rb') as file:
                digest.update(path.encode() + b'\0' + file.read())
        return digest.hexdigest()


def tool_version():
    """Returns the version of the Swift compiler."""
    return subprocess.run(['swiftc', '--version'], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout


def embedded(name, target, compiler, emulator, *more):
    """Returns a target in Embedded Swift that runs under an emulator.

    Embedded Swift compiles the functions of an imported module again for each module that uses them. Those of
    Raster and Scene are in Player.o, so object files of their own would only take longer.
    """
    # GNU ld cannot link the Swift compiler's objects for bare-metal arm64. lld, which comes with Swift,
    # links all targets.
    linker = os.path.dirname(os.path.realpath(shutil.which('swiftc') or '/'))
    return Target(name, ['-target', target, '-O', *core.EMBEDDED, *more], compiler, emulator,
                  ['-static', '-fuse-ld=lld', f'-B{linker}'], ('Raster', 'Scene'))


def boards_targets():
    """Returns the targets that tools/test compares."""
    known = {target.name: target for target in every_target()}
    return [known[name] for name in ('arm64', 'armv7', 'native-Onone')]


def every_target():
    """Returns all targets. The others are compared with the first. The fastest build is last, as two are built at a time."""
    return [
        embedded('x86-64', 'x86_64-unknown-linux-gnu', 'clang', 'qemu-x86_64-static'),
        embedded('arm64', 'aarch64-none-none-elf', 'aarch64-linux-gnu-gcc', 'qemu-aarch64-static'),
        embedded('armv7', 'armv7-none-none-eabi', 'arm-linux-gnueabihf-gcc', 'qemu-arm-static',
                 '-Xcc', '-mfloat-abi=hard', '-Xcc', '-mfpu=neon'),
        embedded('riscv64', 'riscv64-none-none-eabi', 'riscv64-linux-gnu-gcc', 'qemu-riscv64-static',
                 '-Xcc', '-march=rv64gc', '-Xcc', '-mabi=lp64d'),
        Target('native-Onone', ['-Onone'], 'swiftc', link=['-static-stdlib']),
    ]
