"""Compiles the core for any target, without the package manager, which builds only for this machine."""
import glob
import os
import subprocess

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
MODULES = ['Raster', 'Scene']
# The C module that Raster imports: headers.
C_MODULE = f'{TOP}/Sources/CInstructions'
C_FLAGS = ['-I', C_MODULE]
EMBEDDED = ['-enable-experimental-feature', 'Embedded']


def sources(module):
    """Returns the Swift files of a module."""
    return sorted(glob.glob(f'{TOP}/Sources/{module}/**/*.swift', recursive=True))


def headers():
    """Returns the files of the C module."""
    return sorted(glob.glob(f'{C_MODULE}/*'))


def compile_core(folder, flags, more=(), without_object=()):
    """Compiles Raster and Scene to Raster.o and Scene.o in `folder`, and then each of `more`, a name and its files.

    The modules of `without_object` are compiled for import only, and not optimized: the modules that import them are.
    Returns the compiler's output if it failed, else ''.
    """
    os.makedirs(folder, exist_ok=True)
    # Without optimization, the driver would compile each module twice: for import, and to machine code.
    flags = ['-swift-version', '6', '-wmo', '-no-emit-module-separately-wmo', '-parse-as-library', '-package-name', 'cartouche',
             '-I', folder, *C_FLAGS, *flags]
    for feature in ('ExistentialAny', 'InternalImportsByDefault', 'MemberImportVisibility'):
        flags += ['-enable-upcoming-feature', feature]
    for name, files in [(module, sources(module)) for module in MODULES] + list(more):
        module = f'Cartouche{name}'
        machine_code = ['-Onone'] if name in without_object else ['-o', f'{folder}/{name}.o', '-c']
        problem = failure_of(['swiftc', *flags, '-module-name', module, '-emit-module', '-emit-module-path',
                              f'{folder}/{module}.swiftmodule', *machine_code, *files])
        if problem:
            return problem
    return ''


def failure_of(line):
    """Returns the output of the command if it failed, else ''."""
    run = subprocess.run(line, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=TOP)
    return '' if run.returncode == 0 else run.stdout.strip() or f'{line[0]}: status {run.returncode}'
