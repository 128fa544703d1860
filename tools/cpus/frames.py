"""Converts the bytes of frames."""
import array
import os
import struct


def size_of(path):
    """Returns the width and height of the frame of a recording."""
    if path.endswith('.trace'):
        return 480, 320
    with open(path, 'rb') as file:
        return struct.unpack('<II', file.read(16)[8:])


def ppm(frame, path, bits):
    """Returns a frame as a portable pixmap. Components of RGB565 are widened by repeating their upper bits."""
    width, height = size_of(path)
    rows = bytearray(width * height * 3)
    if bits == 32:
        for component in range(3):
            rows[component::3] = frame[2 - component::4]
    else:
        pixels = array.array('H', frame)
        rows[0::3] = bytes((p >> 11) << 3 | p >> 13 for p in pixels)
        rows[1::3] = bytes((p >> 5 & 63) << 2 | p >> 9 & 3 for p in pixels)
        rows[2::3] = bytes((p & 31) << 3 | p >> 2 & 7 for p in pixels)
    return b'P6\n%d %d\n255\n' % (width, height) + rows


def save(folder, name, outputs):
    """Writes the frames of each target as raw bytes, for the analysis of differences."""
    os.makedirs(folder, exist_ok=True)
    for target, output in outputs.items():
        if isinstance(output, list):
            with open(f'{folder}/{name}-{target}.raw', 'wb') as file:
                file.write(b''.join(output))
