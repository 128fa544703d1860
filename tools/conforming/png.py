"""Reads PNG files with libpng, which Cartouche needs too, so that translucent colors stay as they are in the file."""
import ctypes

import numpy

# PNG_IMAGE_VERSION and PNG_FORMAT_RGBA of png.h.
VERSION, RGBA = 1, 3


class Header(ctypes.Structure):
    """The structure png_image of libpng's simplified interface."""
    _fields_ = [('opaque', ctypes.c_void_p), *((name, ctypes.c_uint32) for name in (
        'version', 'width', 'height', 'format', 'flags', 'colormap_entries', 'warning_or_error')), ('message', ctypes.c_char * 64)]


def read(path):
    """Returns the image at `path`: rows × columns × (red, green, blue, alpha), of 8 bits and not premultiplied."""
    library = ctypes.CDLL('libpng16.so.16')
    header = Header(version=VERSION)
    if not library.png_image_begin_read_from_file(ctypes.byref(header), path.encode()):
        raise OSError(f'{path}: {header.message.decode()}')
    header.format = RGBA
    image = numpy.empty((header.height, header.width, 4), numpy.uint8)
    if not library.png_image_finish_read(ctypes.byref(header), None, image.ctypes.data_as(ctypes.c_void_p), 0, None):
        raise OSError(f'{path}: {header.message.decode()}')
    return image
