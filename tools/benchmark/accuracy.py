"""Measures the accuracy of edges: compares an image of the scene AA with exact area coverage."""
import numpy

import images


def clip(polygon, axis, limit, keeps_less):
    """Returns the part of a convex polygon on one side of a horizontal or vertical line."""
    result = []
    for k, q in enumerate(polygon):
        p = polygon[k - 1]

        def inside(v):
            return (v[axis] <= limit) == keeps_less or v[axis] == limit

        if inside(p) != inside(q):
            fraction = (limit - p[axis]) / (q[axis] - p[axis])
            crossing = [p[0] + fraction * (q[0] - p[0]), p[1] + fraction * (q[1] - p[1])]
            crossing[axis] = limit
            result.append(tuple(crossing))
        if inside(q):
            result.append(q)
    return result


def area(polygon):
    """Returns the area of a polygon."""
    if len(polygon) < 3:
        return 0
    return abs(sum(polygon[k - 1][0] * p[1] - p[0] * polygon[k - 1][1] for k, p in enumerate(polygon))) / 2


def exact_coverage(scene):
    """Returns the fraction of each pixel that the triangles of the scene file cover."""
    with open(scene, 'rb') as file:
        content = file.read()
    words, floats = numpy.frombuffer(content, '<u4'), numpy.frombuffer(content, '<f4')
    exact, at = numpy.zeros((512, 512)), 4
    for _ in range(int(words[3])):
        corners = at + 12  # after operation, length, paint, rule and count
        triangle = [(float(floats[corners + 2 * k]), float(floats[corners + 2 * k + 1])) for k in range(3)]
        at += 2 + int(words[at + 1])
        for y in range(int(min(p[1] for p in triangle)), int(max(p[1] for p in triangle)) + 1):
            row = clip(clip(triangle, 1, y, False), 1, y + 1, True)
            if len(row) < 3:
                continue
            for x in range(int(min(p[0] for p in row)), int(max(p[0] for p in row)) + 1):
                if 0 <= x < 512 and y < 512:
                    exact[y, x] += area(clip(clip(row, 0, x, False), 0, x + 1, True))
    return exact


def line(name, path, exact):
    """Returns a line of statistics on the image at `path`."""
    edge = (exact > 1e-6) & (exact < 1 - 1e-6)
    error = (255 - images.read(path)[:, :, 1]) - 255 * exact
    distance = abs(error[edge])
    return (f'{name}: {edge.sum()} edge pixels, mean {distance.mean():.3f}, rms {(distance ** 2).mean() ** .5:.3f}, '
            f'p99 {numpy.percentile(distance, 99):.1f}, max {distance.max():.1f}, bias {error[edge].mean():+.3f}, '
            f'elsewhere max {abs(error[~edge]).max():.1f}')
