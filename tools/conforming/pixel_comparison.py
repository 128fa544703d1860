"""Compares two images pixel by pixel as pixelmatch 7.1 does, with which MapLibre's rendering tests are judged.

Images are arrays of rows × columns × (red, green, blue, alpha), of 8 bits and not premultiplied. Translucent pixels are
compared as they look on a background that depends only on their position.
"""
import numpy

# The weights of red, green and blue in the components of the color space YIQ, and the weights of the
# components' squares in the difference.
LUMA = numpy.array([.29889531, .58662247, .11448223])
IN_PHASE = numpy.array([.59597799, -.27417610, -.32180189])
QUADRATURE = numpy.array([.21147017, -.52261711, .31114694])
WEIGHTS = .5053, .299, .1957
# The largest weighted sum of squares there is, between black and white.
LARGEST = 35215
# A pixel with more than this number of equal neighbors is inside an area.
EQUAL_LIMIT = 2
# The neighbors in the order in which the first of equally dark ones counts: column by column.
NEIGHBORS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]


def is_far(a, b, threshold):
    """Returns which pixels of two images of one size differ by more than `threshold`, 0 to 1."""
    height, width, _ = a.shape
    far = numpy.zeros((height, width), bool)
    ys, xs = numpy.nonzero((a != b).any(axis=2))
    difference = components(a[ys, xs], b[ys, xs], ys * width + xs)
    squares = sum(weight * (difference @ axis) ** 2 for weight, axis in zip(WEIGHTS, (LUMA, IN_PHASE, QUADRATURE)))
    far[ys, xs] = squares > LARGEST * threshold * threshold
    return far


def differing(a, b, threshold):
    """Returns which pixels of two images differ by more than `threshold` and do not smooth an edge in one of them."""
    found = is_far(a, b, threshold)
    ys, xs = numpy.nonzero(found)
    found[ys, xs] = ~(smooths_edge(a, b, xs, ys) | smooths_edge(b, a, xs, ys))
    return found


def components(first, second, indices):
    """Returns the differences of colors in red, green and blue. `indices` are the positions of the first color's pixels."""
    first, second = first.astype(float), second.astype(float)
    offsets = 4 * indices
    background = 48 + 159 * numpy.stack([numpy.zeros_like(offsets), (offsets / 1.618033988749895).astype(int) % 2,
                                         (offsets / 2.618033988749895).astype(int) % 2], axis=-1)
    alpha, other = first[..., 3:], second[..., 3:]
    blended = (first[..., :3] * alpha - second[..., :3] * other - background * (alpha - other)) / 255
    return numpy.where((alpha < 255) | (other < 255), blended, first[..., :3] - second[..., :3])


def smooths_edge(image, other, xs, ys):
    """Returns which pixels of `image` lie on the slope between a darker and a brighter area.

    Few of such a pixel's neighbors are equal to it, and its darkest or its brightest neighbor is inside an area in both images.
    """
    found = ~is_in_area(image, xs, ys)
    numbers = numpy.nonzero(found)[0]
    xs, ys = xs[numbers], ys[numbers]
    height, width, _ = image.shape
    columns, rows, is_inside = neighbors(xs, ys, width, height)
    own, around = image[ys, xs][:, None], image[rows, columns]
    step = components(own, around, numpy.broadcast_to((ys * width + xs)[:, None], columns.shape)) @ LUMA
    # Rounding must not make a difference between equal colors.
    step[(own == around).all(axis=2)] = 0
    equal = ((step == 0) & is_inside).sum(axis=1) + ~is_inside.all(axis=1)
    step[~is_inside] = 0
    each = numpy.arange(len(xs))
    lowest, highest = step.argmin(axis=1), step.argmax(axis=1)
    is_slope = (equal <= EQUAL_LIMIT) & (step[each, lowest] < 0) & (step[each, highest] > 0)
    is_between = numpy.zeros(len(xs), bool)
    for extreme in (lowest, highest):
        x, y = columns[each, extreme], rows[each, extreme]
        is_between |= is_in_area(image, x, y) & is_in_area(other, x, y)
    found[numbers] = is_slope & is_between
    return found


def is_in_area(image, xs, ys):
    """Returns which pixels have more than two equal neighbors. A side of the image counts as one."""
    height, width, _ = image.shape
    columns, rows, is_inside = neighbors(xs, ys, width, height)
    values = numpy.ascontiguousarray(image).view(numpy.uint32)[..., 0]
    equal = (values[ys, xs][:, None] == values[rows, columns]) & is_inside
    return equal.sum(axis=1) + ~is_inside.all(axis=1) > EQUAL_LIMIT


def neighbors(xs, ys, width, height):
    """Returns the columns and rows of the eight neighbors of pixels, clamped to the image, and whether they are inside it."""
    columns = xs[:, None] + numpy.array([x for x, _ in NEIGHBORS])
    rows = ys[:, None] + numpy.array([y for _, y in NEIGHBORS])
    is_inside = (columns >= 0) & (columns < width) & (rows >= 0) & (rows < height)
    return columns.clip(0, width - 1), rows.clip(0, height - 1), is_inside
