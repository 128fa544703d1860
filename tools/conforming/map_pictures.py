"""The suite map-pictures: draws styles over cities without labels, and compares the frames with MapLibre Native's pictures.

A picture is named STYLE-plain-CITY-zZOOM or STYLE-plain-CITY-zZOOM-bBEARING. Its style is in data/styles/STYLE, and its
tiles in data/tiles. A frame is close if the components differ by at most MEAN of 255 on average, and at most SHARE of
the pixels differ by more than FAR in any component. The limits depend on the style: one is light gray on white.
"""
import concurrent.futures
import glob
import json
import os
import re
import subprocess
import sys
import tempfile

import contact_sheet
import png

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), 'benchmark'))

import images

# The mean difference, the fraction of pixels that may be far off, and the difference that is far.
LIMITS = {'osm-bright': (1.6, .01, 32), 'positron': (.8, .02, 12)}
# The archive and the center of each city.
CITIES = {'columbus': ('columbus', '39.9612,-82.9988'), 'sf': ('sf-downtown', '37.7838,-122.4006'),
          'helsinki': ('helsinki-names', '60.1700,24.9450')}
NAME = re.compile(r'(?P<style>.+)-plain-(?P<city>[a-z]+)-z(?P<zoom>[0-9.]+?)(?:-b(?P<bearing>[0-9.]+))?\.png')


class Picture:
    """A picture, given by the path of its file, and the result of the comparison."""

    def __init__(self, path):
        self.path, self.name = path, os.path.basename(path)[:-4]
        self.parts = NAME.fullmatch(os.path.basename(path))
        self.theirs = png.read(path)[..., :3].astype(int)
        self.ours = self.mean = self.share = None
        self.problem = self.messages = ''

    @property
    def limits(self):
        return LIMITS.get(self.parts['style'], LIMITS['osm-bright'])

    @property
    def is_close(self):
        return self.mean is not None and self.mean <= self.limits[0] and self.share <= self.limits[1]

    def compare(self, program, data):
        if self.parts['city'] not in CITIES:
            self.problem = f'nothing is known of the city {self.parts["city"]}'
            return
        with tempfile.TemporaryDirectory() as folder:
            try:
                run = subprocess.run([program, *self.arguments(data), '--dump-frame', f'{folder}/frame.ppm'], text=True, timeout=120,
                                     stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            except subprocess.TimeoutExpired:
                self.problem = 'not drawn after 120 s'
                return
            self.messages = run.stderr.strip()
            if run.returncode:
                self.problem = f'status {run.returncode}'
                return
            self.ours = images.read(f'{folder}/frame.ppm')
        distance = abs(self.theirs - self.ours)
        self.mean = float(distance.mean())
        self.share = float((distance.max(axis=2) > self.limits[2]).mean())

    def arguments(self, data):
        """Returns the arguments of the program that draw the picture. All vector sources of the style are the city's tiles."""
        style = f'{data}/styles/{self.parts["style"]}/style.json'
        with open(style, encoding='utf-8') as file:
            sources = [name for name, source in json.load(file)['sources'].items() if source['type'] == 'vector']
        archive, center = CITIES[self.parts['city']]
        height, width, _ = self.theirs.shape
        tiles = [f'--tiles={source}={data}/tiles/{archive}.pmtiles' for source in sources]
        bearing = [f'--bearing={self.parts["bearing"]}'] if self.parts['bearing'] else []
        return ['map', '--no-labels', f'--style={style}', *tiles, f'--center={center}', f'--zoom={self.parts["zoom"]}', *bearing,
                f'--size={width}x{height}']


def measure(program, folder, out, options):
    """Prints a table and writes the sheets. Returns 1 if a picture is not close."""
    paths = [path for path in sorted(glob.glob(f'{glob.escape(folder)}/*-plain-*.png'))
             if NAME.fullmatch(os.path.basename(path)) and (not options.names or any(name in path for name in options.names))]
    pictures = [Picture(path) for path in paths]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(lambda picture: picture.compare(program, os.path.dirname(folder)), pictures))
    print('| picture | mean of 255 | far off | limits | close |\n|---|---|---|---|---|')
    for picture in pictures:
        mean, share, far = picture.limits
        figures = f'{picture.mean:.2f} | {picture.share * 100:.2f} %' if picture.mean is not None else f'{picture.problem} | –'
        state = 'yes' if picture.is_close else 'no'
        print(f'| {picture.name} | {figures} | {mean}, {share * 100:g} % by more than {far} | {state} |')
    for message in sorted({picture.messages for picture in pictures if picture.messages}):
        print(message)
    write_sheets([picture for picture in pictures if picture.ours is not None], out)
    close = sum(picture.is_close for picture in pictures)
    print(f'map-pictures: {close} of {len(pictures)}')
    return 0 if close == len(pictures) else 1


def write_sheets(pictures, out):
    """Writes the sheets: their picture, our frame, and the difference, four times as strong."""
    for path in glob.glob(f'{glob.escape(out)}/map-pictures-*.png'):
        os.remove(path)
    cells = [(f'{picture.name}  mean {picture.mean:.2f}  far {picture.share * 100:.2f} %',
              [picture.theirs, picture.ours, (abs(picture.theirs - picture.ours) * 4).clip(0, 255)]) for picture in pictures]
    paths = []
    for number, sheet in enumerate(contact_sheet.sheets(cells, longest_side=800, width=2500, height=2200), 1):
        paths.append(f'{out}/map-pictures-{number}.png')
        images.write(sheet, paths[-1])
    if paths:
        print(f"Their picture, our frame and the difference, in this order: {', '.join(os.path.relpath(path) for path in paths)}")
