"""The moves of the map that every program makes: as cameras for each frame, and as the touches that make Cartouche do the same.

A camera is a list of longitude, latitude, zoom and bearing. The zoom is MapLibre's: the world is 512 · 2^zoom pixels wide.
"""
import math

MOVES = ('pan', 'zoom', 'rotation')
FRAMES = {'pan': 240, 'zoom': 120, 'rotation': 120}
# Pixels a frame, and the frames after which the pan turns: it sees 1200 pixels more than the view at rest.
PAN_STEP, PAN_FRAMES = 60, 20
ZOOM_LEVELS, DEGREES = 2, 90
# Positions of the touch panel in a pixel of the screen.
SUBPIXELS = 16
FRAME_TIME = 1 / 60
# Seconds before a frame at which its touches are reported. Rounding cannot move them into the next frame.
LEAD = .004
# Fingers rest before they are lifted, so that nothing is flung.
REST_FRAMES = 30


def pan_offset(frame):
    """Returns how far the view is from its first position, in pixels eastward."""
    phase = frame % (2 * PAN_FRAMES)
    return PAN_STEP * min(phase, 2 * PAN_FRAMES - phase)


def cameras(move, center, zoom):
    """Returns the camera of each frame, from the first position (frame 0) on."""
    latitude, longitude = center
    degrees_a_pixel = 360 / (512 * 2 ** zoom)

    def camera(frame):
        part = frame / FRAMES[move]
        return [longitude + (pan_offset(frame) * degrees_a_pixel if move == 'pan' else 0), latitude,
                zoom + (ZOOM_LEVELS * part if move == 'zoom' else 0), -DEGREES * part if move == 'rotation' else 0]
    return [camera(frame) for frame in range(FRAMES[move] + 1)]


def fingers(move, size):
    """Returns the positions of the fingers in each frame, in pixels."""
    width, height = size

    def pair(dx, dy):
        return [(width / 2 - dx, height / 2 - dy), (width / 2 + dx, height / 2 + dy)]

    def positions(frame):
        part = frame / FRAMES[move]
        if move == 'pan':
            return [(width - 30 - pan_offset(frame), height / 2)]
        if move == 'zoom':
            return pair(min(width, 960) / 16 * 2 ** (ZOOM_LEVELS * part), 0)
        angle = math.radians(DEGREES) * part
        return pair(height * .4 * math.cos(angle), height * .4 * math.sin(angle))
    return [positions(frame) for frame in range(FRAMES[move] + 1)]


def recording(frames, size):
    """Returns an evemu recording of a multi-touch panel, with the fingers of each frame."""
    lines = panel(size)
    frames = frames + [frames[-1]] * REST_FRAMES + [[]]
    down = []
    for number, now in enumerate(frames):
        time = .5 + max(number * FRAME_TIME - LEAD, 0)

        def event(kind, code, value):
            lines.append(f'E: {time:.6f} {kind:04x} {code:04x} {value:04d}')
        for slot in range(max(len(now), len(down))):
            event(3, 0x2f, slot)
            if slot >= len(now):
                event(3, 0x39, -1)
                continue
            if slot >= len(down):
                event(3, 0x39, slot + 1)
            for code, value in zip((0x35, 0x36), now[slot]):
                event(3, code, round(value * SUBPIXELS))
        if bool(now) != bool(down):
            event(1, 0x14a, 1 if now else 0)
        event(0, 0, 0)
        down = now
    return '\n'.join(lines) + '\n'


def panel(size):
    """Returns the lines that describe the touch panel: BTN_TOUCH, and positions of up to ten fingers."""
    def bits(kind, codes, count):
        data = bytearray(count)
        for code in codes:
            data[code // 8] |= 1 << code % 8
        return [f'B: {kind:02x} ' + ' '.join(f'{byte:02x}' for byte in data[start:start + 8]) for start in range(0, count, 8)]

    x, y = (length * SUBPIXELS - 1 for length in size)
    return ['# EVEMU 1.3', 'N: rivals', 'I: 0018 0000 0000 0000', 'P: 02 00 00 00 00 00 00 00', *bits(0, (0, 1, 3), 8),
            *bits(1, [0x14a], 96), *bits(2, [], 8), *bits(3, (0, 1, 0x2f, 0x35, 0x36, 0x39), 8),
            f'A: 00 0 {x} 0 0 0', f'A: 01 0 {y} 0 0 0', 'A: 2f 0 9 0 0 0', f'A: 35 0 {x} 0 0 0', f'A: 36 0 {y} 0 0 0', 'A: 39 0 65535 0 0 0']
