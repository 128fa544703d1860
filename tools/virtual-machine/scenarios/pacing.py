"""Scenarios that measure the pace of frames. Each returns a description of what is wrong, or ''."""
import json
import os
import statistics

from .stage import read
from .touch import GUEST

REFRESH = 1e6 / 60  # microseconds
LATE = 2000  # microseconds after which the wake-up is the cause of a missed refresh: the host was busy
WARM_UP = 120  # frames until the times of frames are known and the flips are trusted


def drag_commands():
    """Returns commands of touch-panel: a tap starts an endless progress bar, then a finger drags a slider to and fro for a minute."""
    lines = ['down 0 175 223', 'sleep 80', 'up 0', 'sleep 400', 'down 0 117 67']
    positions = list(range(85, 165)) + list(range(165, 85, -1))
    for step in range(6000):
        lines += [f'move 0 {positions[(step + 32) % len(positions)]} 67', 'sleep 10']
    return '\n'.join(lines + ['up 0', ''])


def cause(before, frame, after):
    """Returns why a frame missed refreshes. The next frame tells whether the host stood still before the flip."""
    if frame['late_us'] > LATE:
        return 'late'
    is_behind = 'target' in frame and (frame['time'] - frame['target']) * 1e6 + frame['turn_us'] > 0
    if is_behind or max(before['turn_us'], frame['turn_us']) > REFRESH:
        return 'long'
    return 'late' if after['late_us'] > LATE else 'long' if after['turn_us'] > REFRESH else 'other'


def pace(frames):
    """Returns the intervals of flips, the missed refreshes by cause, and the times from touch to flip, in microseconds."""
    shown = [frame for frame in frames if 'flip' in frame]
    intervals, missed = [], {'long': 0, 'late': 0, 'other': 0}
    for before, frame, after in zip(shown, shown[1:], shown[2:]):
        if 'due' not in frame:  # the first frame after a rest
            continue
        interval = (frame['flip'] - before['flip']) * 1e6
        intervals.append(interval)
        missed[cause(before, frame, after)] += max(round(interval / REFRESH) - 1, 0)
    touches = [(frame['flip'] - frame['touch']) * 1e6 for frame in shown if 'touch' in frame]
    return intervals, missed, touches


def frames_of(stage):
    """Returns the frames that the program wrote with --stats."""
    return [json.loads(line) for line in read(f'{stage.out}/stats').splitlines()]


def pacing(stage):
    """A finger drags a slider while a progress bar moves: frames follow the flips, with the newest touch in them."""
    os.makedirs(stage.out, exist_ok=True)
    with open(f'{stage.out}.commands', 'w') as file:
        file.write(drag_commands())
    files = GUEST | {'/recording/commands': f'{stage.out}.commands'}
    problem = stage.run('vkms', 'pacing.sh', ['demo', 'controls', '--size', '640x480'], files, programs=['touch-panel'])
    if problem:
        return problem
    frames = frames_of(stage)[WARM_UP:]
    intervals, missed, touches = pace(frames)
    if len(intervals) < 600 or len(touches) < 600:
        return f'there are only {len(intervals)} intervals and {len(touches)} touches; 600 are required'
    median, latency = statistics.median(intervals), statistics.median(touches)
    work, late = (statistics.median(frame[name] for frame in frames) for name in ('turn_us', 'late_us'))
    print(f'pacing: {len(intervals)} intervals of flips, median {median:.0f} µs; missed refreshes: frame took longer {missed["long"]}, '
          f'woken late {missed["late"]}, other {missed["other"]}; touch to flip median {latency:.0f} µs; median turn {work:.0f} µs, '
          f'wake-up {late:.0f} µs late', flush=True)
    summary = read(f'{stage.out}/stderr').strip().splitlines()[-1:]
    print(f'pacing: {"".join(summary)}', flush=True)
    if abs(median - REFRESH) > 50:
        return f'the median interval is {median:.0f} µs, not {REFRESH:.0f} µs'
    if missed['other'] * 600 > 2 * len(intervals):
        return f'{missed["other"]} of {len(intervals)} refreshes were missed without a cause; 2 of 600 are allowed'
    if latency > 1.5 * REFRESH:
        return f'the median time from touch to flip is {latency / REFRESH:.2f} refreshes; 1.5 are allowed'
    return '' if summary and 'missed refreshes' in summary[0] else 'there is no summary on standard error'


SCENARIOS = {'pacing': pacing}
