"""Qt Location with its plugin for vector tiles, in a window of an X server without hardware."""
import json
import os
import subprocess
import tempfile
import time

import processes

HERE = os.path.dirname(os.path.abspath(__file__))
PROGRAM = '/usr/lib/qt5/bin/qmlscene'
PLUGIN = '/usr/lib/*/qt5/plugins/geoservices/libqtgeoservices_mapboxgl.so'


def measure(style, size, moves, display, picture):
    """Returns the results of qt.qml, which writes a line when each move begins and ends."""
    with open(f'{HERE}/qt.qml', encoding='utf-8') as file:
        text = file.read()
    for key, value in (('WIDTH', size[0]), ('HEIGHT', size[1]), ('MOVES', json.dumps(moves)), ('STYLE', style)):
        text = text.replace(f'@{key}@', str(value))
    with tempfile.TemporaryDirectory(prefix='rivals-') as folder:
        with open(f'{folder}/map.qml', 'w', encoding='utf-8') as file:
            file.write(text)
        environment = dict(os.environ, DISPLAY=display, LIBGL_ALWAYS_SOFTWARE='1', QSG_RENDER_LOOP='basic', XDG_CACHE_HOME=folder,
                           XDG_RUNTIME_DIR=folder, QT_LOGGING_RULES='*.debug=true;qt.*=false')
        process = subprocess.Popen([PROGRAM, f'{folder}/map.qml'], env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.PIPE, text=True)
        try:
            return follow(process, moves, display, picture)
        finally:
            process.kill()
            process.wait()


def follow(process, moves, display, picture):
    result, names, said = {'frames': {}}, iter(moves), []
    for line in process.stderr:
        said.append(line)
        event = line.split('rivals ')[-1].strip() if 'rivals ' in line else ''
        spent = processes.processor_time(process.pid)
        if event == 'shown':
            subprocess.run(['import', '-display', display, '-window', 'root', picture], check=False)
        elif event == 'begin':
            before, start = spent, time.monotonic()
        elif event == 'done':
            move, (before, spent) = next(names), (before, spent - before)
            count = len(moves[move]) - 1
            result[move], result['frames'][move] = spent * 1000 / count, count / (time.monotonic() - start - .5)
        elif event == 'end':
            result['memory'] = processes.memory(process.pid)
            return result
    raise RuntimeError(''.join(said)[-300:])
