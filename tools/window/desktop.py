"""A desktop without a screen, and its windows: Xvfb, xdotool and xwd."""

import os
import re
import struct
import subprocess
import time

import Xlib.display
import Xlib.protocol.event


class Image:
    """Pixels as rows of (red, green, blue) bytes without gaps."""

    def __init__(self, width, height, pixels):
        self.width, self.height, self.pixels = width, height, pixels

    @classmethod
    def read_ppm(cls, path):
        with open(path, "rb") as file:
            data = file.read()
        header = re.match(rb"P6\s+(\d+)\s+(\d+)\s+255\s", data)
        return cls(int(header[1]), int(header[2]), data[header.end():])

    def write_ppm(self, path):
        with open(path, "wb") as file:
            file.write(b"P6\n%d %d\n255\n" % (self.width, self.height) + self.pixels)

    def difference(self, other):
        """Returns the number of pixels that differ; every pixel if the sizes do."""
        if (self.width, self.height) != (other.width, other.height):
            return max(self.width * self.height, other.width * other.height)
        if self.pixels == other.pixels:
            return 0
        return sum(
            self.pixels[at:at + 3] != other.pixels[at:at + 3] for at in range(0, len(self.pixels), 3))


class Desktop:
    """An X server with a screen in memory."""

    def __enter__(self):
        reader, writer = os.pipe()
        command = ["Xvfb", "-displayfd", str(writer), "-screen", "0", "1280x1024x24", "-dpi", "96", "-nolisten", "tcp", "-noreset"]
        self.server = subprocess.Popen(command, pass_fds=[writer], stderr=subprocess.DEVNULL)
        os.close(writer)
        with os.fdopen(reader) as file:
            number = file.readline().strip()
        if not number:
            raise RuntimeError("Xvfb did not start")
        self.environment = dict(os.environ, DISPLAY=":" + number)
        self.environment.pop("WAYLAND_DISPLAY", None)
        return self

    def __exit__(self, *error):
        self.server.terminate()
        self.server.wait()

    def xdotool(self, *arguments):
        result = subprocess.run(
            ["xdotool"] + [str(argument) for argument in arguments], env=self.environment, capture_output=True, text=True)
        return result.stdout.strip()


class Window:
    """The window of a running program."""

    def __init__(self, desktop, command, folder):
        self.desktop = desktop
        self.log = open(os.path.join(folder, "log.txt"), "w+")
        self.process = subprocess.Popen(command, cwd=folder, env=desktop.environment, stderr=self.log, stdout=self.log)
        self.number = None

        def opened():
            if self.process.poll() is not None:
                raise RuntimeError("the program ended: " + self.messages())
            numbers = desktop.xdotool("search", "--onlyvisible", "--name", "cartouche").split()
            self.number = numbers[-1] if numbers else None
            return self.number is not None

        if not wait(opened):
            self.kill()
            raise RuntimeError("there is no window: " + self.messages())
        # Only pixels on the screen are in a screenshot, also after the window has grown.
        desktop.xdotool("windowmove", self.number, 0, 0)

    def messages(self):
        self.log.seek(0)
        return self.log.read()

    def kill(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()

    def screenshot(self):
        data = subprocess.run(
            ["xwd", "-silent", "-id", self.number], env=self.desktop.environment, capture_output=True).stdout
        if len(data) < 100:
            return Image(0, 0, b"")
        # XWDFileHeader: big-endian words.
        words = struct.unpack(">25I", data[:100])
        size, width, height, row, colors = words[0], words[4], words[5], words[12], words[19]
        pixels = bytearray(width * height * 3)
        for y in range(height):
            start = size + colors * 12 + y * row
            line = data[start:start + width * 4]
            target = slice(y * width * 3, (y + 1) * width * 3)
            rgb = bytearray(width * 3)
            rgb[0::3], rgb[1::3], rgb[2::3] = line[2::4], line[1::4], line[0::4]
            pixels[target] = rgb
        return Image(width, height, bytes(pixels))

    def settled(self, quiet=1.0):
        """Returns the first screenshot that does not change for a while."""
        last, since = self.screenshot(), time.monotonic()
        end = since + 60
        while time.monotonic() < end:
            time.sleep(0.1)
            image = self.screenshot()
            if image.difference(last):
                last, since = image, time.monotonic()
            elif time.monotonic() - since > quiet:
                break
        return last

    def size(self):
        text = self.desktop.xdotool("getwindowgeometry", self.number)
        found = re.search(r"Geometry: (\d+)x(\d+)", text)
        return (int(found[1]), int(found[2])) if found else (0, 0)

    def key(self, name):
        self.desktop.xdotool("mousemove", "--window", self.number, 3, 3)
        self.desktop.xdotool("windowfocus", self.number)
        self.desktop.xdotool("key", name)

    def close(self):
        """Asks the program to close the window, as the button of a window manager does (ICCCM, section 4.2.8.1)."""
        display = Xlib.display.Display(self.desktop.environment["DISPLAY"])
        window = display.create_resource_object("window", int(self.number))
        protocols, delete = display.intern_atom("WM_PROTOCOLS"), display.intern_atom("WM_DELETE_WINDOW")
        message = Xlib.protocol.event.ClientMessage(window=window, client_type=protocols, data=(32, [delete, 0, 0, 0, 0]))
        window.send_event(message)
        display.flush()
        display.close()

    def drag(self, start, end, steps=8, modifier=None):
        if modifier:
            self.desktop.xdotool("keydown", modifier)
        self.desktop.xdotool("mousemove", "--window", self.number, *start)
        self.desktop.xdotool("mousedown", 1)
        for step in range(1, steps + 1):
            x = start[0] + (end[0] - start[0]) * step // steps
            y = start[1] + (end[1] - start[1]) * step // steps
            self.desktop.xdotool("mousemove", "--window", self.number, x, y)
            time.sleep(0.05)
        held = self.screenshot()
        self.desktop.xdotool("mouseup", 1)
        if modifier:
            self.desktop.xdotool("keyup", modifier)
        return held

    def switches(self):
        """Returns how often the program has gone to sleep since it started."""
        with open(f"/proc/{self.process.pid}/status") as file:
            return int(re.search(r"^voluntary_ctxt_switches:\s*(\d+)", file.read(), re.M)[1])


def wait(condition, seconds=60):
    """Waits until a condition is true, and returns whether it is."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.1)
    return False
