"""Compares Cartouche with other drawing libraries on the same scenes, and with memset of the frame.

  tools/bench                  milliseconds per frame on one processor: the lowest median of the rounds
  tools/bench --plot FILE.png  the same, and draws them as a picture; the numbers go beside it, as FILE.json
  tools/bench --pictures       the mean difference of components to the images of the other libraries, in 255ths
  tools/bench --accuracy       the differences of edges to exact area coverage, for every library that draws triangles
  tools/bench --instructions   the instructions of a frame of nine scenes, compared with those recorded in
                               tools/benchmark/instructions.toml (status 1 beyond 3 %); --record writes that file
  tools/bench --instructions --arm64
                               the same scenes on x86-64 and arm64 (emulated by QEMU), beside cairo and Qt; it fetches
                               70 MB of Debian's packages for arm64 and unpacks them in .build-peers
  tools/bench --rivals         a map's processor time and that of other programs that show maps; see its --help

  The scenes and the measured work are described in tools/benchmark/SCENES.md.
"""
import argparse
import os
import subprocess
import sys

import instructions
import peers as peer_programs
import plot

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
HERE = f'{TOP}/tools/benchmark'
OUT = f'{TOP}/out/bench'
SCENES = 'S1 S2 S2p S3lin S3rad S4a S4o S5p S5l S6 S7 S8 S9 S10 S10r S11 S11r S12 S12b S13 S14 town'.split()
# This one is a display list that only Cartouche reads.
RECORDED_SCENE = 'town'
# The libraries whose images run_ours must match: the mean difference to the nearer one is at most
# MAXIMUM_DIFFERENCE.
REFERENCES, MAXIMUM_DIFFERENCE = ('qt', 'cairo'), 1.5


def main():
    parser = argparse.ArgumentParser(prog='tools/bench', description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--scenes', help='such as S1,S5p (default: all of them; with --arm64 those of --instructions)')
    parser.add_argument('--size', default='1280x720')
    parser.add_argument('--rounds', type=int, default=3)
    parser.add_argument('--threads', type=int, default=1, help='the threads of Cartouche; with more than one it may use all processors')
    parser.add_argument('--cpu', default='1' if (os.cpu_count() or 1) > 1 else '0', help='the processor that all programs share')
    parser.add_argument('--seed', type=int, default=0, help='a number above 0: other scenes of the same kind')
    parser.add_argument('--plot', metavar='FILE.png', help='also draw the milliseconds as a picture')
    parser.add_argument('--pictures', action='store_true')
    parser.add_argument('--accuracy', action='store_true')
    parser.add_argument('--instructions', action='store_true')
    parser.add_argument('--record', action='store_true', help='with --instructions: records the counts')
    parser.add_argument('--arm64', action='store_true', help='with --instructions: counts on arm64 too, for --scenes')
    options = parser.parse_args()
    if options.record and not options.instructions:
        parser.error('--record: only the counts of --instructions are recorded; add --instructions.')
    if options.arm64 and (options.record or not options.instructions):
        parser.error('--arm64: give it with --instructions, and without --record.')
    if options.instructions:
        options.size, options.seed = instructions.SIZE, 0

    program = subprocess.run([f'{TOP}/tools/build'], stdout=subprocess.PIPE, text=True, check=True).stdout.strip()
    built = f'{TOP}/.build-peers'
    scenes = f'{built}/scenes-{options.seed}' if options.seed else f'{built}/scenes'
    made = f'{scenes}/S14_{options.size}.scn'
    if not os.path.exists(made) or os.path.getmtime(made) < os.path.getmtime(f'{HERE}/make_scenes.py'):
        subprocess.run(['python3', f'{HERE}/make_scenes.py', scenes, '--size', options.size, '--seed', str(options.seed)], check=True)
    if options.arm64:
        import emulated_counts  # uses tools/cpus
        return emulated_counts.run(program, scenes, options.scenes.split(',') if options.scenes else instructions.SCENES, OUT)
    if options.instructions:
        return instructions.run(program, scenes, options.record)
    options.scenes = options.scenes or ','.join(SCENES)
    peers = peer_programs.Peers(built, scenes, options.cpu)
    os.makedirs(OUT, exist_ok=True)
    if options.accuracy:
        compare_edges(peers, program)
    elif options.pictures:
        return compare_images(peers, program, options)
    else:
        compare_times(peers, program, options)
    return 0


def run_ours(peers, program, scene, options, *arguments):
    """Runs `cartouche bench` with a scene."""
    path = f'{peers.scenes}/{scene}_{options.size}.{"cdl" if scene == RECORDED_SCENE else "scn"}'
    line = [program, 'bench', path, '--threads', str(options.threads), *arguments]
    if options.threads > 1:
        return subprocess.run(line, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    return peers.run(line)


def compare_times(peers, program, options):
    """Prints the table of the milliseconds per frame."""
    names = peers.names + ['cartouche']
    print('| scene | memset | ' + ' | '.join(names) + ' | ÷ best peer | ÷ memset | allocations |')
    print('|---' * (len(names) + 5) + '|')
    results = {}
    for scene in options.scenes.split(','):
        best, memset, allocations = dict.fromkeys(names), None, '–'
        if scene == RECORDED_SCENE:
            path = f'{peers.scenes}/{scene}_{options.size}.cdl'
            subprocess.run([program, 'demo', 'town', '--size', options.size, '--record-list', path], check=True, stdin=subprocess.DEVNULL)
        for _ in range(options.rounds):
            memset = lowest(memset, peers.memset(options.size))
            for name in peers.names if scene != RECORDED_SCENE else []:
                best[name] = lowest(best[name], peers.median(name, scene, options.size))
            run = run_ours(peers, program, scene, options)
            best['cartouche'] = lowest(best['cartouche'], peer_programs.median_in(run, f'cartouche {scene}'))
            if 'allocations' in run.stdout:
                allocations = run.stdout.split()[-1]
        rival = min((best[name] for name in peers.names if best[name]), default=None)
        own = best['cartouche']
        print(f'| {scene} | {memset:.4f} | ' + ' | '.join(text(best[name]) for name in names)
              + f' | {f"{own / rival:.2f}" if own and rival else "–"} | {own / memset if own else 0:.1f} | {allocations} |', flush=True)
        results[scene] = {**best, 'memset': memset}
    if options.plot:
        rounds = '1 round' if options.rounds == 1 else f'{options.rounds} rounds'
        plot.write(results, program, options.plot, f'{options.size}, one processor ({processor()}), the lowest median of {rounds}')


def processor():
    """Returns the model of this machine's processor."""
    with open('/proc/cpuinfo') as file:
        model = next((line.split(':', 1)[1].strip() for line in file if line.startswith('model name')), 'unknown')
    return model


def compare_images(peers, program, options):
    """Prints the table of the differences and writes the images. Returns 1 if one is too far from the references."""
    import images  # needs NumPy
    print('| scene | ' + ' | '.join(peers.names) + ' | nearer of ' + ' and '.join(REFERENCES) + ' |')
    print('|---' * (len(peers.names) + 2) + '|')
    too_far = False
    for scene in options.scenes.split(','):
        if scene == RECORDED_SCENE:
            continue  # No other library draws it.
        path = f'{OUT}/{scene}-cartouche.ppm'
        run = run_ours(peers, program, scene, options, '--frames', '1', '--dump-frame', path)
        if run.returncode:
            print(f'| {scene} | ' + ' | '.join('' for _ in peers.names) + f' | {run.stderr.strip()} |', flush=True)
            too_far = True
            continue
        own = images.read(path)
        images.write(own, path.replace('.ppm', '.png'))
        os.unlink(path)
        distances = {}
        for name in peers.names:
            path = f'{OUT}/{scene}-{name}.ppm'
            if not peers.draw(name, scene, options.size, path):
                continue
            other = images.read(path)
            os.unlink(path)
            images.write(other, path.replace('.ppm', '.png'))
            images.write(images.amplified_difference(own, other), path.replace('.ppm', '-difference.png'))
            distances[name] = images.difference(own, other)
        near = min((distances[name], name) for name in REFERENCES if name in distances) if any(
            name in distances for name in REFERENCES) else None
        is_far = near is not None and near[0] > MAXIMUM_DIFFERENCE
        too_far = too_far or is_far
        cells = [f'{distances[name]:.3f}' if name in distances else '–' for name in peers.names]
        print(f'| {scene} | ' + ' | '.join(cells) + ' | ' + (f'{near[1]}{", TOO FAR" if is_far else ""}' if near else '–') + ' |', flush=True)
    print(f'The images, and their differences amplified sixteen times: {os.path.relpath(OUT)}')
    return 1 if too_far else 0


def compare_edges(peers, program):
    """Prints a line on the accuracy of edges for each program."""
    import accuracy  # needs NumPy
    exact = accuracy.exact_coverage(f'{peers.scenes}/AA_512x512.scn')
    path = f'{OUT}/AA.ppm'
    subprocess.run([program, 'bench', f'{peers.scenes}/AA_512x512.scn', '--frames', '1', '--dump-frame', path], check=True,
                   stdout=subprocess.DEVNULL)
    print(accuracy.line('cartouche', path, exact))
    for name in peers.names:
        if peers.draw(name, 'AA', '512x512', path):
            print(accuracy.line(name, path, exact))


def lowest(a, b):
    """Returns the lower of two numbers, of which either may be None."""
    return b if a is None else a if b is None else min(a, b)


def text(value):
    return '–' if value is None else f'{value:.3f}'


if __name__ == '__main__':
    sys.exit(main())
