"""How to hand the built package to a compiler or a documentation tool outside of SwiftPM."""
import glob
import os
import subprocess

from core import TOP

LIBRARIES = ['freetype2', 'harfbuzz', 'fribidi', 'libunibreak', 'libpng', 'libturbojpeg', 'libwebp', 'expat', 'yajl', 'zlib', 'libdrm', 'libevdev']


def bin_path():
    """The directory of the release build."""
    return subprocess.run(['swift', 'build', '-c', 'release', '--package-path', TOP, '--show-bin-path'], stdout=subprocess.PIPE, text=True,
                          check=True).stdout.strip()


def import_flags(built):
    """The options with which a tool finds the modules in `built`, the C modules they use, and the C libraries' headers."""
    flags = ['-I', f'{built}/Modules']
    for modulemap in sorted(glob.glob(f'{TOP}/Sources/*/module.modulemap')):
        flags += ['-I', os.path.dirname(modulemap)]
    for folder in sorted(glob.glob(f'{TOP}/.build/checkouts/*/Sources/*/include')):
        flags += ['-I', folder]
    for target in ('CLinux', 'CAllocations'):
        modulemap = f'{built}/{target}.build/module.modulemap'
        if os.path.exists(modulemap):
            flags += ['-Xcc', f'-fmodule-map-file={modulemap}']
    headers = subprocess.run(['pkg-config', '--cflags', *LIBRARIES], stdout=subprocess.PIPE, text=True, check=True).stdout
    for flag in headers.split():
        flags += ['-Xcc', flag]
    return flags
