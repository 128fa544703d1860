"""Scenarios of framebuffer nodes: layouts of pixels, panning and vertical blanks. Each returns a description of what is wrong, or ''."""
import os
import statistics
import subprocess

import fingers
import programs
from .pacing import frames_of
from .stage import read

CAROUSEL = ['demo', 'carousel']
# name of the pixel format, bits, virtual rows, bits of alpha
LAYOUTS = {'vfb': [('xbgr8888', 32, 600, 8), ('bgr888', 24, 600, 0), ('bgr565', 16, 600, 0), ('xbgr1555', 16, 1200, 1)],
           'cirrusfb': [('rgb888', 24, 480, 0), ('rgb565', 16, 480, 0)]}


def formats(driver, size, screenshots):
    """Draws in each layout that a driver can have. The memory, read by the channels that the driver reports, is the frame."""
    def scenario(stage):
        rows = [str(field) for layout in LAYOUTS[driver] for field in layout]
        machine = {'vfb': {'modules': ['vfb vfb_enable=1 videomemorysize=8388608 mode_option=800x600-32@60']},
                   'cirrusfb': {'modules': ['cirrusfb mode_option=640x480-16@60'], 'devices': ['cirrus-vga']}}[driver]
        source = 'screen' if screenshots else 'memory'
        problem = stage.run('', 'fbdev-formats.sh', [source, *CAROUSEL, '--', *rows], programs=['framebuffer'], timeout=400, **machine)
        pages = {}
        for name, *_ in LAYOUTS[driver]:
            frame = [*CAROUSEL, '--size', size, '--format', name]
            problem = problem or stage.expect(name, *frame) or (screenshots and stage.expect(f'{name}-screen', *frame)) or ''
            pages[name] = stage.figure(f'{name}.info')
        print(f'{stage.name}: {"; ".join(f"{name}: {info}" for name, info in pages.items())}; pixels differing: {problem or "0"}', flush=True)
        return problem
    return scenario


def panning(mode, **machine):
    """A finger turns the carousel in a framebuffer that pans. The last frame is that of a replay; the console comes back."""
    def scenario(stage):
        os.makedirs(stage.out, exist_ok=True)
        finger, library = f'{stage.out}.evemu', f'{stage.out}.so'
        with open(finger, 'w') as file:
            file.write(fingers.recording('carousel'))
        subprocess.run(['cc', '-D_GNU_SOURCE', '-O1', '-Wall', '-Wextra', '-Werror', '-shared', '-fPIC', '-o', library,
                        f'{programs.HERE}/blanks.c'], check=True)
        files = {'/usr/bin/evemu-device': '/usr/bin/evemu-device', '/usr/bin/evemu-play': '/usr/bin/evemu-play',
                 '/recording/events': finger, '/recording/description': finger, '/usr/lib/blanks.so': library}
        problem = stage.run(arguments=[mode, *CAROUSEL], script='fbdev-pan.sh', files=files, programs=['framebuffer'], timeout=300, **machine)
        drawn = [*CAROUSEL, '--size', '800x600', '--format', 'rgb565']
        problem = (problem or stage.expect('first', *drawn)
                   or stage.expect('moved', *drawn, '--replay', f'{stage.out}/session.evemu'))
        calls = [line.rsplit(' ', 1) for line in stage.figure('blanks').splitlines()]
        counts = {call: [name for name, _ in calls].count(call) for call in sorted({name for name, _ in calls})}
        flips = [frame['flip'] * 1e6 for frame in frames_of(stage) if 'flip' in frame]
        beside = distance(flips, [int(time) for name, time in calls if name in ('pan 0', 'wait 0')])
        reported = f', reported {beside:.0f} µs from the end of the call' if beside < float('inf') else ''
        print(f'{stage.name}: {stage.figure("info-while")}; calls {counts}; {len(flips)} flips{reported}; '
              f'ended in {int(stage.figure("end-time") or 0) * 10} ms; pixels differing: {problem or "0"}', flush=True)
        return problem or expectations(mode, counts, beside)
    return scenario


def distance(flips, calls):
    """Returns how far reported flips are from the ends of their calls, in µs: the median distance from the median.

    The median is the start of the program's clock. Frames take several refreshes of an emulated machine, and its vertical
    blanks start again after a rest. So times are compared with those of the calls, not with a grid. The distance is infinite
    if flips and calls do not belong together.
    """
    if not flips or len(flips) != len(calls):
        return float('inf')
    between = [flip - call for flip, call in zip(flips, calls)]
    return statistics.median(abs(time - statistics.median(between)) for time in between)


def expectations(mode, counts, beside):
    """Returns what is wrong with the calls of a mode. `beside` is that of `distance`."""
    pans, waits = counts.get('pan 0', 0), counts.get('wait 0', 0)
    late = f'flips are reported {beside:.0f} µs beside the end of their calls; 1000 are allowed' if not beside <= 1000 else ''
    if mode == 'pan':
        return f'only {pans} frames were panned' if pans < 15 else late
    if mode == 'one-page':
        return f'only {waits} vertical blanks were waited for' if waits < 15 else late
    if mode == 'hang':
        return '' if counts.get('hang 0') == 1 else f'the calls are {counts}'
    if mode == 'late':
        return '' if waits == 3 else f'{waits} late waits instead of 3'
    return '' if counts.get('frozen 0', 0) >= 1 else f'the calls are {counts}'


# The kernel gives this framebuffer the memory of two screens, or of one.
TWO_PAGES = {'display': 'vkms', 'kernel_arguments': 'video=Virtual-1:800x600-16', 'modules': ['drm_kms_helper drm_fbdev_overalloc=200']}
ONE_PAGE = {'display': 'vkms', 'kernel_arguments': 'video=Virtual-1:800x600-16'}

SCENARIOS = {}
# These run only by name so far.
LONG = {'fbdev-formats': formats('vfb', '800x600', False), 'fbdev-cirrus': formats('cirrusfb', '640x480', True),
        'fbdev-pan': panning('pan', **TWO_PAGES), 'fbdev-blanks': panning('one-page', **ONE_PAGE), 'fbdev-hang': panning('hang', **TWO_PAGES),
        'fbdev-late': panning('late', **ONE_PAGE), 'fbdev-frozen': panning('frozen', **TWO_PAGES)}
