"""Contact sheets: rows of images with a line of small capital letters above them."""
import numpy

# The letters, 3 pixels wide and 5 high: a digit for each row, whose bits are the pixels from the left.
LETTERS = {
    'a': '75755', 'b': '65656', 'c': '74447', 'd': '65556', 'e': '74647', 'f': '74644', 'g': '74557', 'h': '55755', 'i': '72227',
    'j': '11157', 'k': '55655', 'l': '44447', 'm': '57755', 'n': '75555', 'o': '75557', 'p': '75744', 'q': '75571', 'r': '75655',
    's': '74717', 't': '72222', 'u': '55557', 'v': '55552', 'w': '55775', 'x': '55255', 'y': '55222', 'z': '71247', '0': '35556',
    '1': '26227', '2': '61247', '3': '61216', '4': '55711', '5': '74616', '6': '34757', '7': '71122', '8': '75257', '9': '75716',
    '-': '00700', '.': '00002', '/': '11244', '#': '57575', '%': '51245', ',': '00024', ':': '02020', ' ': '00000',
}
UNKNOWN = '75557'
GAP = 6
PAPER, INK = 128, 0


def line(text, scale=2):
    """Returns an image with a text."""
    glyphs = numpy.array([[[int(row) >> bit & 1 for bit in (2, 1, 0)] + [0] for row in LETTERS.get(letter, UNKNOWN)]
                          for letter in text.lower()])
    dots = glyphs.transpose(1, 0, 2).reshape(5, -1).repeat(scale, 0).repeat(scale, 1)
    return numpy.where(dots, INK, PAPER)[..., None].repeat(3, 2)


def reduced(image, longest_side):
    """Returns an image whose sides are at most `longest_side`: each pixel is the mean of a square."""
    factor = -(-max(image.shape[:2]) // longest_side)
    height, width = (side // factor * factor for side in image.shape[:2])
    return image[:height, :width].reshape(height // factor, factor, width // factor, factor, 3).mean(axis=(1, 3))


def opaque(image):
    """Returns an image with alpha on a board of squares in two light grays."""
    height, width, _ = image.shape
    board = numpy.where((numpy.arange(height)[:, None] // 8 + numpy.arange(width) // 8) % 2, 224, 240)[..., None]
    alpha = image[..., 3:] / 255
    return image[..., :3] * alpha + board * (1 - alpha)


def sheets(cells, longest_side=288, width=1800, height=2400):
    """Returns sheets of cells, each of which is a text and a list of images with red, green and blue.

    Cells keep their order. Sheets are about `width` × `height` pixels. Images with a side beyond `longest_side` are reduced.
    """
    made, paper, x, y, bottom = [], None, 0, 0, 0
    for text, images in cells:
        images = [line(text), *(reduced(image, longest_side) for image in images)]
        cell_width = max(images[0].shape[1], sum(image.shape[1] + GAP for image in images[1:]) - GAP)
        cell_height = images[0].shape[0] + GAP + max((image.shape[0] for image in images[1:]), default=0)
        if paper is not None and x + cell_width > width:
            x, y = 0, bottom
        if paper is None or y + cell_height > height:
            paper = numpy.full((max(height, cell_height) + 2 * GAP, max(width, cell_width) + 2 * GAP, 3), PAPER)
            made.append([paper, 0])
            x = y = bottom = 0
        put(paper, images[0], x, y)
        left = x
        for image in images[1:]:
            put(paper, image, left, y + images[0].shape[0] + GAP)
            left += image.shape[1] + GAP
        x, bottom = x + cell_width + 3 * GAP, max(bottom, y + cell_height + 2 * GAP)
        made[-1][1] = bottom
    return [paper[:bottom + GAP] for paper, bottom in made]


def put(paper, image, x, y):
    paper[y + GAP:y + GAP + image.shape[0], x + GAP:x + GAP + image.shape[1]] = image
