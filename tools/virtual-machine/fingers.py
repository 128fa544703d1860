"""Fingers on an invented panel, computed: what is played into a device of the virtual machine so that the demos can be used there.

A session is a list of what one finger does, places in shares of the screen and times in seconds. What `cartouche record` makes of it in the guest is
a recording like that of any other device.
"""
import math

STEPS = 4096
REPORT = 0.01  # seconds; a usual panel reports a hundred times a second


def still(at, seconds):
    """Lies still, as a finger does: it trembles by a step or two."""
    return [(at[0] + (k * 7 % 3 - 1) / STEPS, at[1] + (k * 5 % 3 - 1) / STEPS) for k in range(max(1, round(seconds / REPORT)))]


def way(start, end, seconds, throw=False):
    """Goes from `start` to `end`: begins gently, and comes to rest there, or is lifted while it is fastest."""
    count = max(1, round(seconds / REPORT))
    shares = [k / count for k in range(count + 1)]
    eased = [s * s if throw else (1 - math.cos(math.pi * s)) / 2 for s in shares]
    return [(start[0] + (end[0] - start[0]) * s, start[1] + (end[1] - start[1]) * s) for s in eased]


# name: [(seconds of rest before, places at every report)]
SESSIONS = {
    'carousel': [
        (0.5, way((.7, .5), (.42, .52), 1.2) + still((.42, .52), .2)),  # turned by hand, and let go: it goes to the nearest card
        (1.5, way((.35, .55), (.62, .52), .2, throw=True)),  # thrown
        (0.25, still((.5, .5), .8)),  # and caught; for too long to be a tap, which would go by what is under it in a frame that may be late
        (1.8, still((.5, .5), .08)),  # the front card is turned round
        (1.2, still((.85, .52), .08)),  # one beside it comes to the front
        (1.8, still((.5, .48), .07)),  # and is turned round too
    ],
    'belt': [
        (0.5, way((.7, .62), (.3, .6), 1.0) + still((.3, .6), .15)),  # taken along
        (1.0, way((.25, .6), (.6, .62), .22, throw=True)),  # thrown
        (0.6, still((.5, .6), .8)),  # caught
        (1.0, way((.8, .6), (.35, .63), .15, throw=True)),  # thrown again, and it comes to rest
        (3.5, still((.2, .62), .08)),  # a card beside comes to the front
    ],
}


def recording(name):
    """The session as one evemu file: description and events."""
    lines = ['# EVEMU 1.3', 'N: Cartouche test panel', 'I: 0018 0000 0000 0000', 'P: 02 00 00 00 00 00 00 00']
    bits = {0x00: ['0b'], 0x01: ['00'] * 41 + ['04'], 0x02: ['00'], 0x03: ['03', '00', '00', '00', '00', '80', '60', '02']}
    for kind, given in bits.items():
        given = given + ['00'] * (-len(given) % 8)
        lines += [f'B: {kind:02x} ' + ' '.join(given[k:k + 8]) for k in range(0, len(given), 8)]
    axes = {0x00: STEPS - 1, 0x01: STEPS - 1, 0x2f: 9, 0x35: STEPS - 1, 0x36: STEPS - 1, 0x39: 65535}
    lines += [f'A: {axis:02x} 0 {most} 0 0 0' for axis, most in axes.items()]
    time = 0.0
    for number, (rest, places) in enumerate(SESSIONS[name]):
        time += rest
        for index, (x, y) in enumerate(places):
            events = [(3, 0x39, number + 1), (1, 0x14a, 1)] if index == 0 else []
            x, y = round(x * STEPS), round(y * STEPS)
            events += [(3, 0x35, x), (3, 0x36, y), (3, 0x00, x), (3, 0x01, y)]
            lines += report(time, events)
            time += REPORT
        lines += report(time, [(3, 0x39, -1), (1, 0x14a, 0)])
    return '\n'.join(lines) + '\n'


def report(time, events):
    return [f'E: {time:.6f} {kind:04x} {code:04x} {value:04d}' for kind, code, value in [*events, (0, 0, 0)]]
