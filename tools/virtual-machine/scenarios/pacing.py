"""Scenarios that measure the pace of frames. Each returns a description of what is wrong, or ''."""
import json
import os
import statistics

import fingers
from .stage import read

REFRESH = 1e6 / 60  # microseconds


def pacing(stage):
    """A progress bar moves for 11 seconds: the median interval of frames is that of the refreshes."""
    os.makedirs(stage.out, exist_ok=True)
    finger = f'{stage.out}.evemu'
    with open(finger, 'w') as file:
        file.write(fingers.recording('pacing'))
    files = {'/usr/bin/evemu-device': '/usr/bin/evemu-device', '/usr/bin/evemu-play': '/usr/bin/evemu-play',
             '/recording/events': finger, '/recording/description': finger}
    problem = stage.run('vkms', 'pacing.sh', ['demo', 'controls', '--size', '640x480'], files)
    if problem:
        return problem
    frames = [json.loads(line) for line in read(f'{stage.out}/stats').splitlines()]
    times = [frame['time'] * 1e6 for frame in frames]
    intervals = [after - before for before, after in zip(times, times[1:]) if after - before < 10 * REFRESH]
    if not intervals:
        return f'there are no successive frames, only {len(frames)} frames'
    missed = sum(round(interval / REFRESH) - 1 for interval in intervals)
    work = statistics.median(frame['commit_us'] + frame['draw_us'] + frame['present_us'] for frame in frames)
    median, shortest = statistics.median(intervals), min(intervals)
    print(f'pacing: {len(frames)} frames, interval median {median:.0f} µs, shortest {shortest:.0f} µs, missed refreshes {missed}, '
          f'median work {work:.0f} µs', flush=True)
    return '' if abs(median - REFRESH) <= 50 else f'the median interval is {median:.0f} µs, not {REFRESH:.0f} µs'


SCENARIOS = {'pacing': pacing}
