"""Tests a window of the program in its first argument. The second argument is a folder for files."""

import os
import re
import shutil
import subprocess
import sys
import time

from desktop import Desktop, Image, Window, wait

program, folder = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
carousel = ["demo", "carousel", "--angle", "0"]
track = ["demo", "track", "--size", "320x240"]
failures = 0


def check(name, passed, detail=""):
    global failures
    failures += not passed
    print(f"{'PASS' if passed else 'FAIL'} window: {name}{' (' + detail + ')' if detail else ''}", flush=True)


def dump(arguments, name):
    path = os.path.join(folder, name + ".ppm")
    subprocess.run([program] + arguments + ["--dump-frame", path], check=True, cwd=folder)
    return Image.read_ppm(path)


def difference(window, frame, name):
    """Returns the number of pixels that differ between a window at rest and a frame."""
    wait(lambda: window.screenshot().difference(frame) == 0, 90)
    image = window.settled()
    image.write_ppm(os.path.join(folder, name + "-window.ppm"))
    return image.difference(frame)


def is_quiet(window):
    # A postponed poll of the focus is over.
    time.sleep(1)
    before = window.switches()
    time.sleep(2)
    count = window.switches() - before
    return count <= 2, f"{count} wake-ups in 2 s"


def test_frames(desktop):
    for name, options in [("carousel", []), ("rotated", ["--rotate", "90"]), ("565", ["--format", "rgb565"])]:
        frame = dump(carousel + options, name)
        window = Window(desktop, [program] + carousel + ["--display", "window"] + options, folder)
        count = difference(window, frame, name)
        check(f"the window shows the dumped frame: {name}", count == 0, f"{count} pixels differ")
        window.key("Escape")
        window.kill() if not wait(lambda: window.process.poll() is not None, 10) else None


def test_carousel(desktop):
    window = Window(desktop, [program] + carousel + ["--display", "window"], folder)
    try:
        difference(window, dump(carousel, "before"), "before")
        before = window.screenshot()
        check("an idle window sleeps", *is_quiet(window))

        window.drag((400, 240), (250, 240))
        after = window.settled()
        share = after.difference(before) / (after.width * after.height)
        check("a drag with the mouse turns the ring", share > 0.05, f"{share:.0%} of the pixels differ")
        after.write_ppm(os.path.join(folder, "dragged-window.ppm"))

        window.key("d")
        wait(lambda: "frame-1.png" in window.messages(), 20)
        found = re.search(r"frame written to (\S+)", window.messages())
        check("the key D writes a frame, and says where", bool(found), found[1] if found else window.messages())
        if found:
            frame = dump(["draw", found[1]], "dragged")
            count = window.settled().difference(frame)
            check("the written frame is the window's", count == 0, f"{count} pixels differ")

        # Back to the angle of the dumped frames.
        window.drag((250, 240), (400, 240))
        width, height = before.width, before.height
        window.key("r")
        check("the key R turns the panel", wait(lambda: window.size() == (height, width), 20), f"{window.size()}")
        count = difference(window, dump(carousel + ["--size", f"{height}x{width}"], "turned"), "turned")
        check("the turned panel is laid out again", count == 0, f"{count} pixels differ")
        desktop.xdotool("windowsize", window.number, 600, 300)
        check("the window is resized", wait(lambda: window.size() == (600, 300), 20), f"{window.size()}")
        count = difference(window, dump(carousel + ["--size", "600x300"], "resized"), "resized")
        check("the resized panel is laid out again", count == 0, f"{count} pixels differ")

        window.key("Escape")
        ended = wait(lambda: window.process.poll() is not None, 20)
        check("Escape closes the window with status 0", ended and window.process.poll() == 0, f"{window.process.poll()}")
    finally:
        window.kill()


def test_pinch(desktop):
    window = Window(desktop, [program] + track + ["--display", "window"], folder)
    try:
        count = difference(window, dump(track, "track"), "track")
        check("the window shows a map as it is dumped", count == 0, f"{count} pixels differ")
        before = window.screenshot()
        held = window.drag((140, 110), (60, 50), modifier="ctrl")
        held.write_ppm(os.path.join(folder, "pinched-window.ppm"))
        after = window.settled(quiet=3)
        after.write_ppm(os.path.join(folder, "zoomed-window.ppm"))
        share = after.difference(before) / (after.width * after.height)
        check("a drag with Control pinches the map", share > 0.2, f"{share:.0%} of the pixels differ")
        window.process.terminate()
        ended = wait(lambda: window.process.poll() is not None, 20)
        check("SIGTERM ends the program with status 143", ended and window.process.poll() == 143, f"{window.process.poll()}")
    finally:
        window.kill()


def test_true_size(desktop):
    with open(os.path.join(folder, "small.yaml"), "w") as file:
        file.write("display: {kind: window, mode: 400x240, millimetres: 100x60}\n")
    window = Window(desktop, [program] + carousel + ["--board", "small.yaml"], folder)
    try:
        # 100 mm at 96 dots per inch.
        width, height = window.size()
        check("the window is as large as the panel", abs(width - 378) <= 2 and abs(height - 227) <= 2, f"{width}x{height}")
        window.settled().write_ppm(os.path.join(folder, "true-size-window.ppm"))
        window.key("1")
        check("the key 1 shows single pixels", wait(lambda: window.size() == (400, 240), 20), f"{window.size()}")
        count = difference(window, dump(carousel + ["--size", "400x240"], "single"), "single")
        check("single pixels are those of the frame", count == 0, f"{count} pixels differ")
    finally:
        window.kill()


def test_close(desktop):
    window = Window(desktop, [program] + carousel + ["--display", "window"], folder)
    try:
        window.settled()
        window.close()
        ended = wait(lambda: window.process.poll() is not None, 20)
        check("the window's button closes it with status 0", ended and window.process.poll() == 0, f"{window.process.poll()}")
    finally:
        window.kill()


def test_missing_desktop():
    environment = {name: value for name, value in os.environ.items() if "DISPLAY" not in name}
    run = subprocess.run(
        [program] + carousel + ["--display", "window"], env=environment, capture_output=True, text=True, timeout=60)
    check("without a desktop the program says so", run.returncode == 1 and run.stderr.count("\n") == 1, run.stderr.strip())


def main():
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    test_missing_desktop()
    with Desktop() as desktop:
        for test in [test_frames, test_carousel, test_true_size, test_pinch, test_close]:
            try:
                test(desktop)
            except Exception as error:
                check(test.__name__, False, str(error))
    sys.exit(1 if failures else 0)


main()
