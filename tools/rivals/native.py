"""MapLibre Native, by the library pymgl: every frame is drawn from scratch and read back, because the library has no window.

  native.py STYLE.json WIDTHxHEIGHT PICTURE.png    reads {move: cameras} from standard input, prints results as JSON
"""
import json
import sys
import time

import processes


def main():
    began = time.time()
    import pymgl
    style, size, picture = sys.argv[1:]
    moves = json.load(sys.stdin)
    width, height = map(int, size.split('x'))
    with open(style, encoding='utf-8') as file:
        view = pymgl.Map(file.read(), width, height, 1, *next(iter(moves.values()))[0][:3])
    with open(picture, 'wb') as file:
        file.write(view.renderPNG())
    result = {'start': time.time() - began, 'version': pymgl.__version__, 'frames': {}, 'memory': 0}

    def show(camera):
        view.setCenter(*camera[:2])
        view.setZoom(camera[2])
        view.setBearing(camera[3] % 360)
        view.renderBuffer()

    for move, cameras in moves.items():
        show(cameras[0])
        start, before = time.monotonic(), time.process_time()
        for camera in cameras[1:]:
            show(camera)
        result[move] = (time.process_time() - before) * 1000 / (len(cameras) - 1)
        result['frames'][move] = (len(cameras) - 1) / (time.monotonic() - start)
    result['memory'] = processes.memory('self')
    print(json.dumps(result), flush=True)


if __name__ == '__main__':
    main()
