"""Cartouche with the moves of the others, as touches that are replayed."""
import os
import subprocess
import tempfile
import time

import paths
import processes


def measure(command, folder, size, moves, picture):
    """Returns the results of `command`, which is `cartouche map` with its map, camera and size.

    A move's cost is the processor time of a replay less that of one in which the same fingers rest for as long. So it has
    everything that the move causes, the work of other threads and the exact frame at the end too, but not the start.
    """
    began = time.time()
    run(command + ['--dump-frame', f'{folder}/first.ppm'])
    result = {'start': time.time() - began, 'frames': {}, 'memory': 0}
    run(command + ['--dump-frame', picture])
    for move in moves:
        touches = paths.fingers(move, size)
        spent = []
        for number, frames in enumerate((touches, touches[:1] * len(touches))):
            replay = f'{folder}/{move}-{number}.evemu'
            with open(replay, 'w') as file:
                file.write(paths.recording(frames, size))
            seconds, memory = run(command + ['--display', 'headless', '--replay', replay, '--dump-frame', f'{folder}/last.ppm'])
            spent.append(seconds)
            result['memory'] = max(result['memory'], memory)
        result[move] = (spent[0] - spent[1]) * 1000 / paths.FRAMES[move]
    return result


def run(command):
    """Runs a command. Returns its seconds of processor time and its greatest memory in MiB, which is read now and then."""
    with tempfile.TemporaryFile('w+') as errors:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=errors)
        memory = 0
        while True:
            ended, status, usage = os.wait4(process.pid, os.WNOHANG)
            if ended:
                break
            memory = max(memory, processes.memory(process.pid))
            time.sleep(.1)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            errors.seek(0)
            raise RuntimeError(errors.read().strip()[-300:])
    return usage.ru_utime + usage.ru_stime, memory
