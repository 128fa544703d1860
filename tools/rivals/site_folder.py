"""What the browsers and native engines load: the style, tiles, glyphs, icons and pre-drawn pictures, served on this machine."""
import http.server
import json
import math
import os
import shutil
import sqlite3
import subprocess
import threading
import urllib.parse

HERE = os.path.dirname(os.path.abspath(__file__))
LEAFLET = '/usr/share/javascript/leaflet'
KINDS = {'.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json', '.png': 'image/png'}
# The side of a pre-drawn tile in pixels.
TILE = 512


class Site:
    """A folder of files and an archive of tiles, served on a free port of the loopback address.

    The server is a thread of this process, so its work is not counted for any program.
    """

    def __init__(self, folder, tiles):
        self.folder, self.lock = folder, threading.Lock()
        self.tiles = sqlite3.connect(f'file:{tiles}?immutable=1', uri=True, check_same_thread=False)
        self.server = Server(('127.0.0.1', 0), lambda *arguments: Handler(self, *arguments))
        self.address = f'http://127.0.0.1:{self.server.server_port}'
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()

    def tile(self, zoom, x, y):
        """Returns a tile's bytes as they are stored, or None. Rows of an MBTiles archive count from the south."""
        with self.lock:
            row = self.tiles.execute('SELECT tile_data FROM tiles WHERE zoom_level = ? AND tile_column = ? AND tile_row = ?',
                                     (zoom, x, 2 ** zoom - 1 - y)).fetchone()
        return row and row[0]

    def metadata(self):
        """Returns the archive's table of metadata."""
        return dict(self.tiles.execute('SELECT name, value FROM metadata'))

    def add_style(self, path, has_icons):
        """Writes style.json, whose sources, glyphs and icons, if any, are this site's. Returns the names of its fonts."""
        with open(path, encoding='utf-8') as file:
            style = json.load(file)
        source = {'type': 'vector', 'tiles': [f'{self.address}/tiles/{{z}}/{{x}}/{{y}}.pbf'], 'maxzoom': int(self.metadata()['maxzoom'])}
        style['sources'] = {name: source for name, old in style['sources'].items() if old['type'] == 'vector'}
        style['layers'] = [layer for layer in style['layers'] if layer.get('source') in (None, *style['sources'])]
        style.pop('sprite', None)
        style.update(glyphs=f'{self.address}/glyphs/{{fontstack}}/{{range}}.pbf', **({'sprite': f'{self.address}/sprite'} if has_icons else {}))
        with open(f'{self.folder}/style.json', 'w', encoding='utf-8') as file:
            json.dump(style, file)
        return sorted(fonts(style['layers']))

    def add_pages(self, script_folder):
        """Copies the pages, Leaflet, and MapLibre GL JS if `script_folder` has it."""
        paths = [entry.path for entry in os.scandir(f'{HERE}/pages')]
        paths += [f'{LEAFLET}/{name}' for name in ('leaflet.js', 'leaflet.css')]
        paths += [f'{script_folder}/{name}' for name in ('maplibre-gl.js', 'maplibre-gl.css')]
        for path in filter(os.path.exists, paths):
            shutil.copy(path, self.folder)


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_):
        pass  # A browser that is closed resets its connections.


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'

    def __init__(self, site, *arguments):
        self.site = site
        super().__init__(*arguments)

    def do_GET(self):
        parts = urllib.parse.unquote(self.path.split('?')[0]).strip('/').split('/')
        if parts[0] == 'tiles':
            zoom, x, y = int(parts[1]), int(parts[2]), int(parts[3].split('.')[0])
            data = self.site.tile(zoom, x, y)
            return self.answer(200 if data else 204, 'application/x-protobuf', data or b'')
        path = os.path.join(self.site.folder, *parts)
        # A missing glyph file is one without glyphs.
        data = b'' if parts[0] == 'glyphs' else None
        if '..' not in parts and os.path.isfile(path):
            with open(path, 'rb') as file:
                data = file.read()
        return self.answer(404 if data is None else 200, KINDS.get(os.path.splitext(path)[1], 'application/octet-stream'), data or b'')

    def answer(self, status, kind, data):
        self.send_response(status)
        self.send_header('Content-Type', kind)
        self.send_header('Content-Length', str(len(data)))
        self.send_header('Access-Control-Allow-Origin', '*')
        if data[:2] == b'\x1f\x8b':
            self.send_header('Content-Encoding', 'gzip')
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_):
        pass  # Every request would be a line.


def fonts(value):
    """Returns the fonts that layers name by `text-font`, the first of each list, because one has all glyphs here."""
    if isinstance(value, list):
        return set().union(*map(fonts, value))
    if not isinstance(value, dict):
        return set()
    return set().union(*(stacks(inner) if key == 'text-font' else fonts(inner) for key, inner in value.items()))


def stacks(value):
    if isinstance(value, dict):
        return set().union(*map(stacks, value.values()))
    if not isinstance(value, list) or not value:
        return set()
    if all(isinstance(part, str) for part in value):
        return {','.join(value)}
    return set().union(*map(stacks, value))


def draw_tiles(draw, folder, center, zoom, size, pan_width):
    """Draws the pictures that Leaflet shows: at each zoom one image of all that the moves see, cut into tiles.

    draw  writes a picture: draw(path, center, zoom, size)
    """
    from PIL import Image
    for level in range(int(zoom), int(zoom) + 3):
        x, y = position(center, level)
        right = pan_width if level == int(zoom) else 0
        first = [math.floor((x - size[0] / 2) / TILE), math.floor((y - size[1] / 2) / TILE)]
        last = [math.ceil((x + size[0] / 2 + right) / TILE), math.ceil((y + size[1] / 2) / TILE)]
        pixels = [(end - start) * TILE for start, end in zip(first, last)]
        path = f'{folder}/level.png'
        draw(path, coordinate([(end + start) * TILE / 2 for start, end in zip(first, last)], level), level, pixels)
        with Image.open(path) as image:
            for column in range(first[0], last[0]):
                os.makedirs(f'{folder}/pictures/{level}/{column}', exist_ok=True)
                for row in range(first[1], last[1]):
                    left, top = (column - first[0]) * TILE, (row - first[1]) * TILE
                    image.convert('RGB').crop((left, top, left + TILE, top + TILE)).save(f'{folder}/pictures/{level}/{column}/{row}.png')


def position(center, zoom):
    """Returns the pixel of the world map at a latitude and longitude."""
    side = TILE * 2 ** zoom
    return (center[1] + 180) / 360 * side, (1 - math.asinh(math.tan(math.radians(center[0]))) / math.pi) / 2 * side


def coordinate(pixel, zoom):
    """Returns the latitude and longitude at a pixel of the world map."""
    side = TILE * 2 ** zoom
    return math.degrees(math.atan(math.sinh(math.pi * (1 - 2 * pixel[1] / side)))), pixel[0] / side * 360 - 180


def make_sprite(program, icons, folder):
    """Makes the sprite of a directory of SVG drawings."""
    subprocess.run([program, 'sprite', icons, f'{folder}/sprite', '--ratio', '1', '2'], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
