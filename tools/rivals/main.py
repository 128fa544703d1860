"""Compares Cartouche with other programs that show a map without a graphics processor: the processor time of a frame.

  tools/bench --rivals                     every program over two cities, at 1280×720: a table for each city
  tools/bench --rivals --only NAME…        only these: cartouche leaflet maplibre-swiftshader maplibre-llvmpipe qt native
  tools/bench --rivals --plot FILE.png     also draws the table, and writes its numbers as FILE.json. Rows and cities that
                                           are not measured are those of that file, so that each can be measured alone

  Milliseconds are user and system time of all threads and processes of a program, divided by the frames of the move, from
  its beginning until half a second after its end. The moves are in tools/rivals/paths.py. Every program has the same tiles,
  style, icons and glyphs; Leaflet shows pictures that were drawn beforehand. Work of the X server is not counted.
  Cartouche's is the difference of two replays without a display, one of which moves. MapLibre Native returns each frame as
  an image, and has no half second after the move.
"""
import argparse
import contextlib
import glob
import json
import os
import shutil
import subprocess
import sys
import tempfile
import urllib.parse

import cartouche
import chromium
import paths
import qt
import site_folder
import table

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
HERE = f'{TOP}/tools/rivals'
SHARED = os.environ.get('CARTOUCHE_SHARED', os.path.join(os.path.dirname(TOP), 'shared'))
CACHE, OUT = f'{TOP}/.build-rivals', f'{TOP}/out/rivals'
# The archive, the center and the zoom of each city.
CITIES = {'Columbus': ('columbus', (39.9612, -82.9988), 14), 'San Francisco': ('sf-downtown', (37.7838, -122.4006), 16)}


def main():
    parser = argparse.ArgumentParser(prog='tools/bench --rivals', description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--rivals', action='store_true', help=argparse.SUPPRESS)
    parser.add_argument('--only', nargs='+', choices=list(table.TITLES), default=list(table.TITLES), metavar='NAME')
    parser.add_argument('--city', choices=list(CITIES), help='only this city')
    parser.add_argument('--style', default='osm-bright', help='a style of the shared data')
    parser.add_argument('--size', default='1280x720')
    parser.add_argument('--rounds', type=int, default=1, help='the lowest times of several rounds')
    parser.add_argument('--plot', metavar='FILE.png', help='also draw the table')
    options = parser.parse_args()
    if not os.path.isdir(f'{SHARED}/data/styles/{options.style}'):
        parser.error(f'{SHARED}/data/styles/{options.style}: the style does not exist; set CARTOUCHE_SHARED to the folder of the shared data.')
    program = subprocess.run([f'{TOP}/tools/build'], stdout=subprocess.PIPE, text=True, check=True).stdout.strip()
    size = tuple(map(int, options.size.split('x')))
    os.makedirs(OUT, exist_ok=True)

    numbers = f'{os.path.splitext(options.plot)[0]}.json' if options.plot else None
    results = {}
    if numbers and os.path.exists(numbers):
        with open(numbers, encoding='utf-8') as file:
            results = json.load(file)
    for city in [options.city] if options.city else CITIES:
        rows = results.setdefault(city, {})
        rows.update(measure_city(program, city, options, size))
        print(f'{city}\n{table.markdown(rows)}\n', flush=True)
    print(f'The first picture of each program: {os.path.relpath(OUT)}')
    if options.plot:
        with open(numbers, 'w', encoding='utf-8') as file:
            json.dump(results, file, indent=1)
        import picture
        picture.write(results, program, options.plot, f'{options.style} with labels, {options.size}, {table.machine()}')
    return 0


def measure_city(program, city, options, size):
    """Returns the row of each program: its numbers, or {'missing': what is not there}."""
    archive, center, zoom = CITIES[city]
    tiles, style = f'{SHARED}/data/tiles/{archive}.mbtiles', f'{SHARED}/data/styles/{options.style}/style.json'
    moves = {move: paths.cameras(move, center, zoom) for move in paths.MOVES}
    rows = {}
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix='rivals-'))
        site = site_folder.Site(folder, tiles)
        stack.callback(site.close)
        resources = prepare(program, site, style, folder)

        def map_command(center, zoom, size):
            return ['--style', style, '--tiles', tiles, *resources, f'--center={center[0]},{center[1]}', '--zoom', str(zoom),
                    '--size', f'{size[0]}x{size[1]}']

        def draw(path, *camera):
            subprocess.run([program, 'snapshot', *map_command(*camera), path], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

        display = stack.enter_context(screen(size)) if shutil.which('Xvfb') else None
        camera = urllib.parse.quote(json.dumps(moves['pan'][0]))

        def measure(name):
            picture = f'{OUT}/{archive}-{name}.png'
            if name == 'cartouche':
                return cartouche.measure([program, 'map', *map_command(center, zoom, size)], folder, size, moves, picture)
            if name == 'leaflet':
                if not os.path.exists(f'{folder}/pictures'):
                    site_folder.draw_tiles(draw, folder, center, zoom, size, paths.PAN_STEP * paths.PAN_FRAMES)
                its_moves = {move: cameras for move, cameras in moves.items() if move != 'rotation'}
                return chromium.measure(f'{site.address}/leaflet.html#{camera}', size, its_moves, 'skia', None, picture)
            if name.startswith('maplibre'):
                return chromium.measure(f'{site.address}/maplibre.html#{camera}', size, moves, name.split('-')[1], display, picture)
            if name == 'qt':
                return qt.measure(f'{site.address}/style.json', size, moves, display, picture)
            return measure_native(folder, size, moves, display, picture)

        for name in options.only:
            lacking = missing(name, folder)
            if lacking:
                rows[name] = {'missing': lacking}
                continue
            print(f'{city}: {table.TITLES[name]} …', file=sys.stderr, flush=True)
            try:
                rows[name] = table.lowest([measure(name) for _ in range(options.rounds)])
            except (RuntimeError, OSError, subprocess.SubprocessError) as error:
                rows[name] = {'missing': f'failed: {" ".join(str(error).split())[:200]}'}
    return rows


def prepare(program, site, style, folder):
    """Fills the site's folder. Returns the options with which Cartouche has the same icons and glyphs."""
    icons = f'{os.path.dirname(style)}/icons'
    has_icons = os.path.isdir(icons)
    options, fonts = [], site.add_style(style, has_icons)
    site.add_pages(script_folder())
    if has_icons:
        site_folder.make_sprite(program, icons, folder)
        options += ['--sprite', f'{folder}/sprite']
    try:
        import glyphs
    except ImportError as error:
        print(f'{error}: the other programs draw no labels. tools/install rivals installs it.', file=sys.stderr)
        return options
    glyphs.write(fonts, f'{CACHE}/glyphs')
    os.symlink(f'{CACHE}/glyphs', f'{folder}/glyphs')
    return [*options, '--glyphs', f'{CACHE}/glyphs']


def script_folder():
    """Returns the folder of MapLibre GL JS, which a Python package brings along."""
    import importlib.util
    found = importlib.util.find_spec('maplibre')
    return f'{os.path.dirname(found.origin)}/srcjs' if found else '/nonexistent'


def missing(name, folder):
    """Returns what a program lacks on this machine, or an empty string."""
    import importlib.util
    needed = []
    if name in ('leaflet', 'maplibre-swiftshader', 'maplibre-llvmpipe'):
        needed.append(('chromium', shutil.which('chromium')))
    if name == 'leaflet':
        needed += [('libjs-leaflet', os.path.exists(f'{folder}/leaflet.js')), ('pillow', importlib.util.find_spec('PIL'))]
    if name.startswith('maplibre'):
        needed.append(('maplibre', os.path.exists(f'{folder}/maplibre-gl.js')))
    if name in ('maplibre-llvmpipe', 'qt', 'native'):
        needed.append(('xvfb', shutil.which('Xvfb')))
    if name == 'qt':
        needed += [('qmlscene', os.path.exists(qt.PROGRAM)), ('libqt5location5-plugin-mapboxgl', glob.glob(qt.PLUGIN))]
    if name == 'native':
        needed.append(('pymgl', importlib.util.find_spec('pymgl')))
    lacking = [package for package, is_there in needed if not is_there]
    return f'not installed: {", ".join(lacking)}' if lacking else ''


def measure_native(folder, size, moves, display, picture):
    """Measures native.py in a process of its own, whose memory and time are then only the library's."""
    run = subprocess.run([sys.executable, f'{HERE}/native.py', f'{folder}/style.json', f'{size[0]}x{size[1]}', picture], input=json.dumps(moves),
                         stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=dict(os.environ, DISPLAY=display, LIBGL_ALWAYS_SOFTWARE='1'))
    lines = run.stdout.strip().splitlines()
    if not lines or not lines[-1].startswith('{'):
        raise RuntimeError(f'status {run.returncode}: {run.stderr[-200:]}')
    return json.loads(lines[-1])


@contextlib.contextmanager
def screen(size):
    """Runs an X server without hardware, and yields the name of its display."""
    reader, writer = os.pipe()
    server = subprocess.Popen(['Xvfb', '-displayfd', str(writer), '-screen', '0', f'{size[0]}x{size[1]}x24', '-nolisten', 'tcp'], pass_fds=[writer],
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(writer)
    try:
        yield f':{os.read(reader, 16).decode().strip()}'
    finally:
        os.close(reader)
        server.terminate()
        server.wait()


if __name__ == '__main__':
    sys.exit(main())
