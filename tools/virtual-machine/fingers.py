"""Computes the touches that are played into a device of the virtual machine to use the demos.

A session is a list of the movements of one finger or two. Positions are fractions of the screen, times are in seconds.
In the guest, `cartouche record` records them as it does for any other device.
"""
import math

STEPS = 4096  # the number of values of each axis
REPORT = 0.01  # seconds between reports, as on usual panels


def still(at, seconds):
    """A resting finger, which trembles by a step or two."""
    return [(at[0] + (k * 7 % 3 - 1) / STEPS, at[1] + (k * 5 % 3 - 1) / STEPS) for k in range(max(1, round(seconds / REPORT)))]


def drag(start, end, seconds, throw=False):
    """A movement from `start` to `end` that starts slowly, and stops slowly or is lifted at its highest speed."""
    count = max(1, round(seconds / REPORT))
    times = [k / count for k in range(count + 1)]
    eased = [t * t if throw else (1 - math.cos(math.pi * t)) / 2 for t in times]
    return [(start[0] + (end[0] - start[0]) * s, start[1] + (end[1] - start[1]) * s) for s in eased]


def tap(at):
    """A tap of one finger."""
    return still(at, .08)


def both(first, second):
    """Two movements at the same time."""
    return list(zip(first, second))


def pinch(middle, start, end, seconds):
    """Two fingers whose horizontal distances from `middle` change from `start` to `end`."""
    x, y = middle
    return both(drag((x - start, y), (x - end, y), seconds), drag((x + start, y), (x + end, y), seconds))


# name: [(seconds before it, positions at every report: of one finger, or pairs of two fingers)]
SESSIONS = {
    'carousel': [
        (0.5, drag((.7, .5), (.42, .52), 1.2) + still((.42, .52), .2)),  # drags; then the ring snaps to the nearest card
        (1.5, drag((.35, .55), (.62, .52), .2, throw=True)),  # throws
        (0.25, still((.5, .5), .8)),  # catches; too long for a tap, whose target would depend on the frame's time
        (1.8, still((.5, .5), .08)),  # flips the front card
        (1.2, still((.85, .52), .08)),  # brings the next card to the front
        (1.8, still((.5, .48), .07)),  # and flips it too
    ],
    'belt': [
        (0.5, drag((.7, .62), (.3, .6), 1.0) + still((.3, .6), .15)),  # drags
        (1.0, drag((.25, .6), (.6, .62), .22, throw=True)),  # throws
        (0.6, still((.5, .6), .8)),  # catches
        (1.0, drag((.8, .6), (.35, .63), .15, throw=True)),  # throws again, until the ring comes to rest
        (3.5, still((.2, .62), .08)),  # brings another card to the front
    ],
    'portals': [
        (0.5, tap((.679, .778))),  # a portal: shows its screen
        (1.2, drag((.004, .5), (.75, .52), .6) + still((.75, .52), .1)),  # swipes back from the edge
        (0.9, pinch((.5, .55), .12, .2, .7)),  # zooms in: portals grow, their touch targets do not
        (0.6, tap((.92, .08))),  # arms the virus
        (0.5, tap((.8, .87))),  # a portal out of range: nothing happens
        (0.6, tap((.47, .56))),  # a portal in range: asks for confirmation
        (1.0, tap((.5, .7))),  # confirms
    ],
    'track': [
        (0.5, drag((.2, .35), (.7, .57), .8) + still((.7, .57), .1)),
        (0.6, tap((.756, .72))),  # the pin: shows its callout
        (0.7, tap((.85, .45))),  # its detail button: shows another screen
        (0.8, tap((.06, .075))),  # back
        (0.8, tap((.2, .5))),  # the map: closes the callout
        (0.6, drag((.5, .8), (.4, .5), .5) + still((.4, .5), .1)),
        (0.5, tap((.5, .88))),  # MyLocation: back to the user's location
    ],
    'fog': [
        (0.5, drag((.6, .42), (.45, .5), .6) + still((.45, .5), .1)),  # pans during the walk
        (0.8, pinch((.5, .5), .1, .2, .8)),  # zooms in
        (0.7, drag((.45, .5), (.65, .46), .5) + still((.65, .46), .1)),
        (0.6, both(drag((.35, .5), (.4, .4), .8), drag((.65, .5), (.6, .6), .8))),  # zooms out and rotates
        (0.8, drag((.45, .45), (.6, .52), .3, throw=True)),
    ],
    'clusters': [
        (0.5, tap((.417, .275))),  # a cluster: zooms to its cycles, and the cluster splits
        (1.6, drag((.7, .6), (.45, .4), .8) + still((.45, .4), .15)),
        (0.6, pinch((.5, .5), .35, .1, .9)),  # zooms out, and clusters merge
        (0.8, tap((.3, .6))),
        (0.1, tap((.3, .6))),  # double tap: zooms in
        (0.9, tap((.192, .825))),  # selects a cycle
        (0.6, tap((.6, .9))),  # deselects it
        (1.0, both(still((.4, .5), .08), still((.6, .5), .08))),  # tap of two fingers: zooms out
    ],
    'home': [
        (0.5, tap((.5, .5))),  # removes home
        (0.7, tap((.7, .4))),  # sets it elsewhere
        (0.7, drag((.6, .4), (.4, .5), .5) + still((.4, .5), .1)),
        (0.4, both(drag((.3, .5), (.25, .35), .8), drag((.7, .5), (.75, .65), .8))),  # zooms in and rotates
        (0.5, tap((.4, .7))),
        (0.1, tap((.4, .7))),  # double tap: zooms in and keeps home
    ],
    'vendors': [
        (0.5, tap((.36, .11))),  # the second vendor
        (0.6, drag((.6, .4), (.42, .5), .5) + still((.42, .5), .1)),
        (0.4, tap((.56, .11))),  # the third vendor: home keeps its position
        (0.6, pinch((.5, .5), .1, .18, .6)),
        (0.5, tap((.1, .11))),  # the first vendor again
    ],
    'search': [(0.1, tap((.547, .929)))],  # starts or ends a progress bar that moves without end
}


def recording(name):
    """Returns the session as the text of an evemu file with description and events."""
    lines = ['# EVEMU 1.3', 'N: Cartouche test panel', 'I: 0018 0000 0000 0000', 'P: 02 00 00 00 00 00 00 00']
    bits = {0x00: ['0b'], 0x01: ['00'] * 41 + ['04'], 0x02: ['00'], 0x03: ['03', '00', '00', '00', '00', '80', '60', '02']}
    for kind, given in bits.items():
        given = given + ['00'] * (-len(given) % 8)
        lines += [f'B: {kind:02x} ' + ' '.join(given[k:k + 8]) for k in range(0, len(given), 8)]
    axes = {0x00: STEPS - 1, 0x01: STEPS - 1, 0x2f: 9, 0x35: STEPS - 1, 0x36: STEPS - 1, 0x39: 65535}
    lines += [f'A: {axis:02x} 0 {maximum} 0 0 0' for axis, maximum in axes.items()]
    time, slot, contacts = 0.0, 0, 0
    for pause, positions in SESSIONS[name]:
        time += pause
        for index, position in enumerate(positions):
            fingers = position if isinstance(position[0], tuple) else (position,)
            events = []
            for finger, (x, y) in enumerate(fingers):
                # Also in the first report, because the panel may still be in the slot of an earlier session.
                events += [(3, 0x2f, finger)] if finger != slot or index == 0 else []
                slot = finger
                contacts += 1 if index == 0 else 0
                events += [(3, 0x39, contacts)] if index == 0 else []
                events += [(1, 0x14a, 1)] if index == 0 and finger == 0 else []
                x, y = round(x * STEPS), round(y * STEPS)
                events += [(3, 0x35, x), (3, 0x36, y)]
                events += [(3, 0x00, x), (3, 0x01, y)] if finger == 0 else []
            lines += report(time, events)
            time += REPORT
        # Lifts the fingers one after another; the last one ends the touch of the panel.
        events = []
        for finger in range(len(fingers)):
            events += [(3, 0x2f, finger)] if finger != slot else []
            slot = finger
            events += [(3, 0x39, -1)]
        lines += report(time, [*events, (1, 0x14a, 0)])
    return '\n'.join(lines) + '\n'


def report(time, events):
    """Returns the lines of one report."""
    return [f'E: {time:.6f} {kind:04x} {code:04x} {value:04d}' for kind, code, value in [*events, (0, 0, 0)]]
