"""Makes the reference of the public interface: the modules' DocC archives, merged into one.

Builds the package, takes each module's symbols out of its module, and has docc put them together with the articles beside this file. A link in a
doc comment that leads nowhere within its module is told of and fails nothing: DocC cannot look from one module into another.
"""
import argparse
import glob
import os
import shutil
import subprocess
import sys

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
MODULES = ['Raster', 'Scene', 'Text', 'Images', 'Controls', 'Maps', 'Linux', 'Cartouche']
LIBRARIES = ['freetype2', 'harfbuzz', 'fribidi', 'libunibreak', 'libpng', 'libturbojpeg', 'libwebp', 'expat', 'zlib', 'libdrm', 'libevdev']


def target_name(module):
    return module if module == 'Cartouche' else 'Cartouche' + module


def run(command):
    outcome = subprocess.run(command, cwd=TOP, capture_output=True, text=True)
    if outcome.returncode:
        sys.exit(f'tools/docs: {" ".join(command[:2])} … failed:\n{outcome.stderr[-3000:]}')
    return outcome


def graphs(work, module):
    """The module's public symbols, as a folder of symbol graphs."""
    symbols = f'{work}/symbols/{module}'
    os.makedirs(symbols)
    built = run(['swift', 'build', '-c', 'release', '--show-bin-path']).stdout.strip()
    target = os.path.basename(os.path.dirname(os.path.realpath(built)))
    flags = run(['pkg-config', '--cflags', *LIBRARIES]).stdout.split()
    command = ['swift-symbolgraph-extract', '-module-name', target_name(module), '-target', target, '-I', f'{built}/Modules', '-output-dir', symbols,
               '-minimum-access-level', 'public', '-skip-synthesized-members']
    for name in sorted(os.listdir(f'{TOP}/Sources')):
        if os.path.exists(f'{TOP}/Sources/{name}/module.modulemap'):
            command += ['-I', f'{TOP}/Sources/{name}']
    for folder in sorted(glob.glob(f'{TOP}/.build/checkouts/*/Sources/*/include')):
        command += ['-I', folder]
    for target in ('CLinux', 'CAllocations'):
        modulemap = f'{built}/{target}.build/module.modulemap'
        if os.path.exists(modulemap):
            command += ['-Xcc', f'-fmodule-map-file={modulemap}']
    for flag in flags:
        command += ['-Xcc', flag]
    run(command)
    if not os.path.exists(f'{symbols}/{target_name(module)}.symbols.json'):
        sys.exit(f'tools/docs: {target_name(module)} has no symbols; its module could not be read')
    return symbols


def convert(work, module):
    archive = f'{work}/{target_name(module)}.doccarchive'
    command = ['docc', 'convert']
    catalog = f'{TOP}/tools/documenting/{target_name(module)}.docc'
    if os.path.isdir(catalog):
        command.append(catalog)
    command += ['--additional-symbol-graph-dir', graphs(work, module), '--fallback-display-name', target_name(module),
                '--fallback-bundle-identifier', target_name(module), '--output-path', archive]
    said = run(command)
    print(f'{target_name(module)}: {(said.stderr + said.stdout).count("warning:")} links that lead to another module or nowhere')
    return archive


def main():
    parser = argparse.ArgumentParser(prog='tools/docs', description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--output', default=f'{TOP}/out/Cartouche.doccarchive', help='default: out/Cartouche.doccarchive')
    options = parser.parse_args()
    run(['swift', 'build', '-c', 'release', '--product', 'cartouche'])
    work = f'{TOP}/.build-docs'
    shutil.rmtree(work, ignore_errors=True)
    os.makedirs(work)
    archives = [convert(work, module) for module in MODULES]
    output = os.path.abspath(options.output)
    shutil.rmtree(output, ignore_errors=True)
    os.makedirs(os.path.dirname(output), exist_ok=True)
    run(['docc', 'merge', *archives, '--synthesized-landing-page-name', 'Cartouche', '--synthesized-landing-page-kind', 'Package',
         '--output-path', output])
    print(f'{output}: serve it with any web server, and open /documentation')


if __name__ == '__main__':
    main()
