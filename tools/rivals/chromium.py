"""Chromium as a kiosk, controlled over the pipe of its DevTools protocol."""
import base64
import fcntl
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

import processes

# How the page is drawn without a graphics processor.
GRAPHICS = {
    # Skia on the processor, for pages without WebGL.
    'skia': ['--headless=new', '--disable-gpu', '--disable-software-rasterizer'],
    # Chromium's own software renderer of OpenGL ES.
    'swiftshader': ['--headless=new', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
    # Mesa's software renderer of OpenGL, in a window of an X server.
    'llvmpipe': ['--ozone-platform=x11', '--use-gl=angle', '--use-angle=gl'],
}
# Without --screen-info, a headless window has 800 × 600 pixels. --disable-frame-rate-limit is left out: with
# it the same frame is composed again and again.
FLAGS = ['--no-sandbox', '--ignore-gpu-blocklist', '--no-first-run', '--kiosk', '--window-position=0,0', '--force-device-scale-factor=1',
         '--hide-scrollbars', '--disable-extensions', '--disable-background-networking', '--disable-component-update', '--disable-sync',
         '--disable-default-apps', '--mute-audio', '--password-store=basic', '--remote-debugging-pipe']
TIMEOUT = 120
# Waits for the page's script, and then for its map.
COMPLETE = '(async () => { while (!window.complete) await new Promise(r => setTimeout(r, 10)); return window.complete; })()'


class ProtocolError(RuntimeError):
    """A call that the browser refused."""


class Chromium:
    """A running browser with one page. Use it as a context manager."""

    def __init__(self, address, size, graphics, display=None):
        self.profile = tempfile.mkdtemp(prefix='rivals-')
        incoming, theirs_out = os.pipe()
        theirs_in, outgoing = os.pipe()
        # The protocol's descriptors are 3 and 4. Others are moved out of the way first.
        ends = [fcntl.fcntl(end, fcntl.F_DUPFD, 10) for end in (theirs_in, theirs_out)]
        window = [f'--window-size={size[0]},{size[1]}', f'--screen-info={{{size[0]}x{size[1]}}}', f'--user-data-dir={self.profile}']
        environment = {key: value for key, value in os.environ.items() if key != 'DISPLAY'}
        if graphics == 'llvmpipe':
            environment.update(DISPLAY=display, LIBGL_ALWAYS_SOFTWARE='1')
        self.address, self.began = address, time.time()
        self.process = subprocess.Popen(
            ['bash', '-c', f'exec "$@" 3<&{ends[0]} 4>&{ends[1]}', 'bash', 'chromium', *GRAPHICS[graphics], *FLAGS, *window, address],
            pass_fds=ends, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for end in (theirs_in, theirs_out, *ends):
            os.close(end)
        self.input, self.output, self.number, self.session = os.fdopen(incoming, 'rb'), os.fdopen(outgoing, 'wb'), 0, None
        self.buffer = b''

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            self.session = None
            self.call('Browser.close')
            self.process.wait(10)
        except (OSError, RuntimeError, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()
        self.input.close()
        self.output.close()
        shutil.rmtree(self.profile, ignore_errors=True)

    def call(self, method, **parameters):
        """Calls a method of the protocol and returns its result."""
        self.number += 1
        message = {'id': self.number, 'method': method, 'params': parameters}
        if self.session:
            message['sessionId'] = self.session
        self.output.write(json.dumps(message).encode() + b'\0')
        self.output.flush()
        while True:
            answer = json.loads(self.message())
            if answer.get('id') == self.number:
                if 'error' in answer:
                    raise ProtocolError(f'{method}: {answer["error"]["message"]}')
                return answer['result']

    def message(self):
        while b'\0' not in self.buffer:
            if not select.select([self.input], [], [], TIMEOUT)[0]:
                raise RuntimeError(f'Chromium did not answer for {TIMEOUT} s')
            data = os.read(self.input.fileno(), 1 << 16)
            if not data:
                raise RuntimeError('Chromium ended')
            self.buffer += data
        message, self.buffer = self.buffer.split(b'\0', 1)
        return message

    def attach(self):
        """Connects to the page as soon as there is one, and returns when its map is complete."""
        deadline = time.time() + TIMEOUT
        while time.time() < deadline:
            try:
                self.session = None
                targets = self.call('Target.getTargets')['targetInfos']
                page = next(target for target in targets if target['type'] == 'page' and target['url'] == self.address)
                self.session = self.call('Target.attachToTarget', targetId=page['targetId'], flatten=True)['sessionId']
                return self.run(COMPLETE)
            except (ProtocolError, StopIteration):
                time.sleep(.02)  # The browser replaces its first, empty page.
        raise RuntimeError(f'Chromium showed no map for {TIMEOUT} s')

    def run(self, expression):
        """Evaluates JavaScript in the page and returns its value, awaited if it is a promise."""
        answer = self.call('Runtime.evaluate', expression=expression, awaitPromise=True, returnByValue=True)
        if 'exceptionDetails' in answer:
            raise RuntimeError(answer['exceptionDetails'].get('exception', {}).get('description', 'an exception in the page'))
        return answer['result'].get('value')

    def save_picture(self, path):
        with open(path, 'wb') as file:
            file.write(base64.b64decode(self.call('Page.captureScreenshot', format='png')['data']))


def measure(address, size, moves, graphics, display, picture):
    """Returns the results of a page. It has `complete`, `show(camera)` and `play(cameras)`; see pages/maplibre.js."""
    result = {'frames': {}}
    with Chromium(address, size, graphics, display) as browser:
        shown = browser.attach()
        result.update(start=shown['time'] / 1000 - browser.began, version=shown['version'])
        browser.save_picture(picture)
        for move, cameras in moves.items():
            browser.run(f'show({json.dumps(cameras[0])})')
            time.sleep(.5)
            before = processes.processor_time(browser.process.pid)
            rate = browser.run(f'play({json.dumps(cameras[1:])})')
            time.sleep(.5)
            spent = processes.processor_time(browser.process.pid) - before
            result[move], result['frames'][move] = spent * 1000 / (len(cameras) - 1), rate
        result['memory'] = processes.memory(browser.process.pid)
    return result
