"""Counts the instructions of a frame on emulated processors, x86-64 and arm64, for Cartouche, cairo and Qt.

A plugin of QEMU counts. Cartouche is the player of tools/check-cpus, in Embedded Swift, which draws a recording of
the scene. cairo and Qt are Debian's. All draw with one thread.
"""
import json
import math
import os
import platform
import subprocess
import sys
import tempfile

import count_table
import debian_libraries
import emulation  # before the modules of tools/cpus, whose folder it adds to the path
import frames
import instructions
from running import Failure, output_of

# The runs whose counts are compared have these numbers of frames, or multiples of them if frames are short.
# Before them are the first frames, which allocate memory.
FRAMES = (1, 4, 7)
FIRST = 2
# The instructions of all additional frames, beside which the differences between starts are small: up to
# 600 000 for Qt.
ENOUGH = 400_000_000
# The largest difference between the counts of a frame in the first and in the second half of the frames.
UNSTEADY = .01
AGAIN = 'tools/bench --instructions --arm64'
DESCRIPTION = f'Millions of instructions for a frame of {instructions.SIZE} by one thread, counted by a plugin of QEMU as it emulates ' + (
    ', '.join(f'{processor.name}: {processor.model} ({processor.architecture})' for processor in emulation.PROCESSORS)) + '.'


def run(program, scenes, names, out):
    """Counts the named scenes, prints the table, and writes it to the folder `out`. Returns 1 if a count is missing."""
    if platform.machine() != 'x86_64':
        print(f'The libraries are those of this machine and of arm64, and this machine is not x86_64 but {platform.machine()}.')
        return 1
    unknown = [name for name in names if not os.path.exists(path_of(scenes, name))]
    if unknown:
        print(f'{unknown[0]}: there is no such scene to count; tools/benchmark/SCENES.md lists the scenes.')
        return 2
    try:
        emulation.build()
    except Failure as failure:
        print(f'{failure}\nThen run again: {AGAIN}')
        return 1
    problems, peers, results = [], [], {}
    for name in emulation.PEERS:
        try:
            emulation.build_peer(name)
            peers.append(name)
        except (Failure, debian_libraries.Unavailable) as failure:
            problems.append(f'{name} is not counted: {failure}')
    with tempfile.TemporaryDirectory() as temporary:
        for scene in names:
            results[scene] = {name: {} for name in ['cartouche', *peers]}
            try:
                recording, expected = record(program, path_of(scenes, scene), temporary)
            except Failure as failure:
                problems.append(f'{scene}: {failure}')
                continue
            for processor in emulation.PROCESSORS:
                for name in results[scene]:
                    try:
                        results[scene][name][processor.name] = (
                            player_count(processor, recording, expected) if name == 'cartouche' else
                            peer_count(processor, name, scene, scenes))
                    except Failure as failure:
                        problems.append(f'{scene}, {name}, {processor.name}: {failure}')
            print(f'{scene} is counted', file=sys.stderr, flush=True)
    report = f'{DESCRIPTION}\n\n{count_table.report(results, ["cartouche", *emulation.PEERS], [p.name for p in emulation.PROCESSORS])}'
    print(report)
    write(report, results, f'{out}/instructions-arm64')
    for problem in problems:
        print(problem)
    if problems:
        print(f'Counts are missing. Then run again: {AGAIN}')
    return 1 if problems else 0


def path_of(scenes, name):
    return f'{scenes}/{name}_{instructions.SIZE}.scn'


def record(program, scene, folder):
    """Returns the path of a scene's display list, and the program's frame of the scene as a portable pixmap."""
    recording, frame = f'{folder}/scene.cdl', f'{folder}/frame.ppm'
    output_of([program, 'draw', scene, '--size', instructions.SIZE, '--record-list', recording])
    output_of([program, 'bench', scene, '--threads', '1', '--frames', '1', '--dump-frame', frame])
    with open(frame, 'rb') as file:
        return recording, file.read()


def player_count(processor, recording, expected):
    """Returns the instructions of a frame of the player, whose frame must be the expected one."""
    if frames.ppm(processor.draw(recording), recording, 32) != expected:
        raise Failure('the player\'s frame differs from the program\'s; tools/check-cpus compares more of them')
    return of_one_frame(lambda number: processor.run([processor.player, recording, '32', str(FIRST + number)])[1])


def peer_count(processor, name, scene, scenes):
    """Returns the instructions of a frame of a peer, or None if it lacks a feature of the scene."""
    line = [emulation.peer_program(name, processor.architecture), scene, *instructions.SIZE.split('x'), '0']

    def run(number):
        return processor.run(line, {'SCENES_DIR': scenes, 'BENCH_FRAMES': str(number)})

    # This run also fills caches, such as that of fonts.
    if b'n/a' in run(1)[0]:
        return None
    return of_one_frame(lambda number: run(FIRST + number)[1])


def of_one_frame(count):
    """Returns the instructions of one frame. `count` returns those of a run of a number of frames.

    Raises Failure if early and late frames differ, as they do if a start has not always the same work.
    """
    early, late = halves(count, 1)
    executed = (early + late) / 2 * (FRAMES[2] - FRAMES[0])
    if differ(early, late) and 0 < executed < ENOUGH:
        early, late = halves(count, math.ceil(ENOUGH / executed))
    if differ(early, late):
        raise Failure(f'the first frames take {early:.0f} instructions and the next ones {late:.0f}')
    return (early + late) / 2


def halves(count, factor):
    """Returns the instructions of a frame in the first and in the second half of the frames."""
    few, more, most = (count(factor * number) for number in FRAMES)
    return (more - few) / (FRAMES[1] - FRAMES[0]) / factor, (most - more) / (FRAMES[2] - FRAMES[1]) / factor


def differ(early, late):
    return abs(late - early) > UNSTEADY * late


def write(report, results, path):
    """Writes the report, and the exact counts."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(f'{path}.md', 'w') as file:
        file.write(report + '\n')
    with open(f'{path}.json', 'w') as file:
        json.dump({'size': instructions.SIZE, 'models': {p.name: p.model for p in emulation.PROCESSORS}, 'instructions': results},
                  file, indent=1)
    print(f'The table and the exact counts are {os.path.relpath(path)}.md and .json.')
