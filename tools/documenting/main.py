"""Makes the API reference: the modules' DocC archives, merged into one.

Builds the package, extracts each module's public symbols, resolves links between modules, and has docc convert them together with the
articles beside this file, with their pictures. Prints every link that leads nowhere; the exit status is 1 if there is one.
"""
import argparse
import glob
import os
import shutil
import subprocess
import sys

import links
import pictures

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, f'{TOP}/tools/testing')
import compiled_modules  # noqa: E402, found by the line above

# What docc says of a link that it cannot follow.
UNFOLLOWED = ["doesn't exist at", 'fails to resolve', 'is ambiguous at', "isn't available for linking"]
MODULES = ['Raster', 'Scene', 'Text', 'Images', 'Controls', 'Maps', 'Linux', 'Simulator', 'Cartouche', 'GoldenFrames', 'Testing', 'Options']


def target_name(module):
    return module if module == 'Cartouche' else 'Cartouche' + module


def run(command):
    outcome = subprocess.run(command, cwd=TOP, capture_output=True, text=True)
    if outcome.returncode:
        sys.exit(f'tools/docs: {" ".join(command[:2])} … failed:\n{outcome.stderr[-3000:]}')
    return outcome


def extract(work, built, module):
    """The module's public symbols, as symbol graph files."""
    symbols = f'{work}/symbols/{module}'
    os.makedirs(symbols)
    target = os.path.basename(os.path.dirname(os.path.realpath(built)))
    run(['swift-symbolgraph-extract', '-module-name', target_name(module), '-target', target, *compiled_modules.import_flags(built),
         '-output-dir', symbols, '-minimum-access-level', 'public', '-skip-synthesized-members', '-emit-extension-block-symbols'])
    files = sorted(glob.glob(f'{symbols}/*.symbols.json'))
    if f'{symbols}/{target_name(module)}.symbols.json' not in files:
        sys.exit(f'tools/docs: {target_name(module)} has no symbols; its module could not be read')
    return files


def copy_articles(work, module):
    """Copies the module's catalog, if it has one, and the pictures that its articles show. Returns the articles."""
    catalog = f'{TOP}/tools/documenting/{target_name(module)}.docc'
    if not os.path.isdir(catalog):
        return []
    copied = f'{work}/{target_name(module)}.docc'
    shutil.copytree(catalog, copied)
    articles = sorted(glob.glob(f'{copied}/*.md'))
    for article in articles:
        pictures.copy(article, catalog, TOP)
    return articles


def convert(work, module):
    """Makes the module's archive. Returns its path and docc's warnings about links."""
    archive = f'{work}/{target_name(module)}.doccarchive'
    command = ['docc', 'convert']
    catalog = f'{work}/{target_name(module)}.docc'
    if os.path.isdir(catalog):
        command.append(catalog)
    command += ['--additional-symbol-graph-dir', f'{work}/symbols/{module}', '--fallback-display-name', target_name(module),
                '--fallback-bundle-identifier', target_name(module), '--output-path', archive]
    outcome = run(command)
    lines = (outcome.stderr + outcome.stdout).splitlines()
    return archive, [line.removeprefix('warning: ') for line in lines if any(message in line for message in UNFOLLOWED)]


def main():
    parser = argparse.ArgumentParser(prog='tools/docs', description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--output', default=f'{TOP}/out/Cartouche.doccarchive', help='default: out/Cartouche.doccarchive')
    options = parser.parse_args()
    run(['swift', 'build', '-c', 'release', '--product', 'cartouche'])
    for target in ('CartoucheTesting', 'CartoucheSimulator'):
        run(['swift', 'build', '-c', 'release', '--target', target])
    work = f'{TOP}/.build-docs'
    shutil.rmtree(work, ignore_errors=True)
    os.makedirs(work)
    built = compiled_modules.bin_path()
    graphs = {module: extract(work, built, module) for module in MODULES}
    symbols = links.Symbols({target_name(module): files for module, files in graphs.items()})
    dead = [(position, link) for module, files in graphs.items() for file in files
            for position, link in links.rewrite(file, target_name(module), symbols)]
    dead += [found for module in MODULES for file in copy_articles(work, module)
             for found in links.rewrite_article(file, target_name(module), symbols)]
    archives, warnings = zip(*(convert(work, module) for module in MODULES))
    output = os.path.abspath(options.output)
    shutil.rmtree(output, ignore_errors=True)
    os.makedirs(os.path.dirname(output), exist_ok=True)
    run(['docc', 'merge', *archives, '--synthesized-landing-page-name', 'Cartouche', '--synthesized-landing-page-kind', 'Package',
         '--output-path', output])
    found = sorted({f'{position}: ``{link}`` leads nowhere' for position, link in dead} | {line for lines in warnings for line in lines})
    print('\n'.join(found))
    print(f'{output}: {len(found)} dead links; serve it with any web server, and open /documentation')
    sys.exit(bool(found))


if __name__ == '__main__':
    main()
