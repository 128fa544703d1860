"""Builds the guest's file system: an archive that the kernel unpacks into memory, with the files of one run."""
import lzma
import os
import re
import subprocess


class Archive:
    """A cpio archive in the "newc" format (Documentation/driver-api/early-userspace/buffer-format.rst)."""

    def __init__(self):
        self.parts = []
        self.folders = set()
        self.count = 0

    def add_folder(self, path):
        """Adds a folder and its parents, once."""
        path = path.strip('/')
        if path and path not in self.folders:
            self.add_folder(os.path.dirname(path))
            self.folders.add(path)
            self._add(path, 0o40755)

    def add(self, path, data, mode=0o755):
        """Adds a file and its folder."""
        self.add_folder(os.path.dirname(path.strip('/')))
        self._add(path.strip('/'), 0o100000 | mode, data)

    def add_program(self, path, guest_path):
        """Adds a file of the host and, if it is a program, its shared libraries. Returns the paths of those."""
        with open(path, 'rb') as file:
            data = file.read()
        self.add(guest_path, data)
        if not data.startswith(b'\x7fELF'):
            return []
        libraries = shared_libraries(path)
        for library in libraries:
            if library not in self.folders:
                self.folders.add(library)
                with open(library, 'rb') as file:
                    self.add(library, file.read())
        return libraries

    def write(self, path):
        """Writes the archive to `path`."""
        self._add('TRAILER!!!', 0)
        with open(path, 'wb') as file:
            file.writelines(self.parts)

    def _add(self, name, mode, data=b''):
        self.count += 1
        encoded = name.encode() + b'\0'
        fields = (self.count, mode, 0, 0, 1, 0, len(data), 0, 0, 0, 0, len(encoded), 0)
        head = b'070701' + b''.join(b'%08X' % field for field in fields) + encoded
        self.parts += [head, bytes(-len(head) % 4), data, bytes(-len(data) % 4)]


class Modules:
    """Kernel modules in loading order. The dependencies are read from the module files, because the guest has no depmod."""

    def __init__(self, folder):
        self.paths = {}
        for parent, _, names in os.walk(folder):
            for name in names:
                found = re.match(r'(.+)\.ko(\.xz|\.zst)?$', name)
                if found:
                    self.paths[found[1].replace('-', '_')] = os.path.join(parent, name)
        self.data = {}

    def add(self, name):
        """Adds a module after the modules that it depends on."""
        name = name.replace('-', '_')
        if name in self.data or name not in self.paths:  # already added, or built into the kernel
            return
        content = decompressed(self.paths[name])
        needed = re.search(rb'(?:^|\0)depends=([^\0]*)\0', content)
        for other in needed[1].decode().split(',') if needed and needed[1] else []:
            self.add(other)
        self.data[name] = content  # A dictionary keeps the order of insertion.


def decompressed(path):
    """Returns the decompressed content of a module file."""
    with open(path, 'rb') as file:
        content = file.read()
    if path.endswith('.xz'):
        return lzma.decompress(content)
    if path.endswith('.zst'):
        return subprocess.run(['zstd', '-dc'], input=content, stdout=subprocess.PIPE, check=True).stdout
    return content


def shared_libraries(path):
    """Returns the paths of the shared libraries that a program is linked with."""
    listed = subprocess.run(['ldd', path], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout
    return sorted(set(re.findall(r'(/\S+) \(0x', listed)))
