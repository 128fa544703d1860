"""Counts the instructions that Cartouche executes for a frame, and compares them with the recorded counts.

The counts do not depend on the load or speed of the machine. Each is the difference of two runs in Valgrind that draw
a different number of frames, so start and warm-up cancel. The runs are equal because addresses are not randomized in
Valgrind, hashing is not seeded, there is one thread, and the C library uses its baseline code whatever the processor.
"""
import concurrent.futures
import os
import platform
import re
import subprocess
import tempfile
import tomllib

HERE = os.path.dirname(os.path.abspath(__file__))
RECORDED = f'{HERE}/instructions.toml'
SCENES = 'S3rad S4a S4o S5p S6 S8 S9 S10r S12'.split()
SIZE = '1280x720'
TOLERANCE = .03
FEWER, MORE = 1, 4
ENVIRONMENT = {
    'SWIFT_DETERMINISTIC_HASHING': '1',
    'LC_ALL': 'C',
    'GLIBC_TUNABLES': 'glibc.cpu.hwcaps=-AVX,-AVX2,-AVX512F,-AVX512VL,-ERMS,-FSRM',
}
HEADER = '''\
# The millions of instructions that each benchmark scene executes for a frame of {size} on {machine}, by one
# thread.
# `tools/bench --instructions --record` writes this file. Look at each difference before you commit it.
'''


def run(program, scenes, record):
    """Counts all scenes and prints the table. Returns 1 if one count differs from the recorded one, else 0."""
    machine = platform.machine()
    if machine != 'x86_64':
        print(f'The recorded counts are those of x86_64, and this machine is {machine}: nothing is compared.')
        return 0
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        # Valgrind stops at the program's debug information, which is of a later version of DWARF.
        stripped = f'{folder}/cartouche'
        subprocess.run(['strip', '--strip-debug', '-o', stripped, program], check=True)
        counts = dict(zip(SCENES, pool.map(lambda scene: per_frame(stripped, f'{scenes}/{scene}_{SIZE}.scn'), SCENES)))
    if record:
        with open(RECORDED, 'w') as file:
            file.write(HEADER.format(size=SIZE, machine=machine))
            file.writelines(f'{scene} = {count / 1e6:.2f}\n' for scene, count in counts.items())
    with open(RECORDED, 'rb') as file:
        recorded = tomllib.load(file)
    print('| scene | instructions, M a frame | recorded | change |\n|---|---|---|---|')
    wrong = []
    for scene, count in counts.items():
        change = count / 1e6 / recorded[scene] - 1
        print(f'| {scene} | {count / 1e6:.2f} | {recorded[scene]:.2f} | {change:+.1%} |')
        if abs(change) > TOLERANCE:
            wrong.append(scene)
    if wrong:
        print(f'{", ".join(wrong)}: more than {TOLERANCE:.0%} from the count recorded in {os.path.relpath(RECORDED)}. If that is '
              'intended, run tools/bench --instructions --record and commit the file with the reason.')
    return 1 if wrong else 0


def per_frame(program, scene):
    """Returns the instructions of one frame of a scene."""
    return (executed(program, scene, MORE) - executed(program, scene, FEWER)) / (MORE - FEWER)


def executed(program, scene, frames):
    """Returns the instructions of a whole run that measures `frames` frames."""
    line = ['valgrind', '--tool=callgrind', '--callgrind-out-file=/dev/null', program, 'bench', scene, '--threads', '1',
            '--frames', str(frames)]
    done = subprocess.run(line, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          env={**os.environ, **ENVIRONMENT})
    found = re.search(r'Collected : (\d+)', done.stderr)
    if done.returncode != 0 or not found:
        raise SystemExit(f'{" ".join(line)}: status {done.returncode}\n{done.stdout}{done.stderr}')
    return int(found[1])
