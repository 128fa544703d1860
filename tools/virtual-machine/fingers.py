"""Fingers on an invented panel, computed: what is played into a device of the virtual machine so that the demos can be used there.

A session is a list of what one finger does, or two together; places in shares of the screen and times in seconds. What `cartouche record` makes of it in
the guest is a recording like that of any other device.
"""
import math

STEPS = 4096
REPORT = 0.01  # seconds; a usual panel reports a hundred times a second


def still(at, seconds):
    """Lies still, as a finger does: it trembles by a step or two."""
    return [(at[0] + (k * 7 % 3 - 1) / STEPS, at[1] + (k * 5 % 3 - 1) / STEPS) for k in range(max(1, round(seconds / REPORT)))]


def drag(start, end, seconds, throw=False):
    """Goes from `start` to `end`: begins gently, and comes to rest there, or is lifted while it is fastest."""
    count = max(1, round(seconds / REPORT))
    shares = [k / count for k in range(count + 1)]
    eased = [s * s if throw else (1 - math.cos(math.pi * s)) / 2 for s in shares]
    return [(start[0] + (end[0] - start[0]) * s, start[1] + (end[1] - start[1]) * s) for s in eased]


def tap(at):
    return still(at, .08)


def both(first, second):
    """Two fingers that do this at the same time."""
    return list(zip(first, second))


def pinch(middle, start, end, seconds):
    """Two fingers beside one another, `start` from `middle` at first and `end` at last."""
    x, y = middle
    return both(drag((x - start, y), (x - end, y), seconds), drag((x + start, y), (x + end, y), seconds))


# name: [(seconds of rest before, places at every report: of one finger, or pairs of two)]
SESSIONS = {
    'carousel': [
        (0.5, drag((.7, .5), (.42, .52), 1.2) + still((.42, .52), .2)),  # turned by hand, and let go: it goes to the nearest card
        (1.5, drag((.35, .55), (.62, .52), .2, throw=True)),  # thrown
        (0.25, still((.5, .5), .8)),  # and caught; for too long to be a tap, which would go by what is under it in a frame that may be late
        (1.8, still((.5, .5), .08)),  # the front card is turned round
        (1.2, still((.85, .52), .08)),  # one beside it comes to the front
        (1.8, still((.5, .48), .07)),  # and is turned round too
    ],
    'belt': [
        (0.5, drag((.7, .62), (.3, .6), 1.0) + still((.3, .6), .15)),  # taken along
        (1.0, drag((.25, .6), (.6, .62), .22, throw=True)),  # thrown
        (0.6, still((.5, .6), .8)),  # caught
        (1.0, drag((.8, .6), (.35, .63), .15, throw=True)),  # thrown again, and it comes to rest
        (3.5, still((.2, .62), .08)),  # a card beside comes to the front
    ],
    'portals': [
        (0.5, tap((.679, .778))),  # a portal: its screen comes
        (1.2, drag((.004, .5), (.75, .52), .6) + still((.75, .52), .1)),  # and goes with the finger from the edge
        (0.9, pinch((.5, .55), .12, .2, .7)),  # nearer: portals grow, and where one touches them does not
        (0.6, tap((.92, .08))),  # the virus is armed
        (0.5, tap((.8, .87))),  # which a portal out of reach takes no note of
        (0.6, tap((.47, .56))),  # and about which one in reach asks
        (1.0, tap((.5, .7))),  # confirmed
    ],
    'track': [
        (0.5, drag((.2, .35), (.7, .57), .8) + still((.7, .57), .1)),
        (0.6, tap((.756, .72))),  # the pin's callout
        (0.7, tap((.85, .45))),  # its detail button: another screen
        (0.8, tap((.06, .075))),  # and back
        (0.8, tap((.2, .5))),  # the callout goes
        (0.6, drag((.5, .8), (.4, .5), .5) + still((.4, .5), .1)),
        (0.5, tap((.5, .88))),  # back to where one is
    ],
    'fog': [
        (0.5, drag((.6, .42), (.45, .5), .6) + still((.45, .5), .1)),  # carried, while somebody walks there
        (0.8, pinch((.5, .5), .1, .2, .8)),  # nearer
        (0.7, drag((.45, .5), (.65, .46), .5) + still((.65, .46), .1)),
        (0.6, both(drag((.35, .5), (.4, .4), .8), drag((.65, .5), (.6, .6), .8))),  # farther and turned
        (0.8, drag((.45, .45), (.6, .52), .3, throw=True)),
    ],
    'clusters': [
        (0.5, tap((.417, .275))),  # a cluster: the map goes to its cycles, and it splits
        (1.6, drag((.7, .6), (.45, .4), .8) + still((.45, .4), .15)),
        (0.6, pinch((.5, .5), .35, .1, .9)),  # far away, and they merge
        (0.8, tap((.3, .6))),
        (0.1, tap((.3, .6))),  # twice: nearer
        (0.9, tap((.192, .825))),  # a cycle is chosen
        (0.6, tap((.6, .9))),  # and left
        (1.0, both(still((.4, .5), .08), still((.6, .5), .08))),  # two fingers: farther
    ],
    'home': [
        (0.5, tap((.5, .5))),  # home goes
        (0.7, tap((.7, .4))),  # and is somewhere else
        (0.7, drag((.6, .4), (.4, .5), .5) + still((.4, .5), .1)),
        (0.4, both(drag((.3, .5), (.25, .35), .8), drag((.7, .5), (.75, .65), .8))),  # nearer and turned
        (0.5, tap((.4, .7))),
        (0.1, tap((.4, .7))),  # twice: nearer, and home stays where it is
    ],
    'vendors': [
        (0.5, tap((.36, .11))),  # the second vendor's map
        (0.6, drag((.6, .4), (.42, .5), .5) + still((.42, .5), .1)),
        (0.4, tap((.56, .11))),  # the third one's: home has stayed
        (0.6, pinch((.5, .5), .1, .18, .6)),
        (0.5, tap((.1, .11))),  # the first one's again
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
    time, slot, contacts = 0.0, 0, 0
    for rest, places in SESSIONS[name]:
        time += rest
        for index, place in enumerate(places):
            fingers = place if isinstance(place[0], tuple) else (place,)
            events = []
            for finger, (x, y) in enumerate(fingers):
                # Also at first: the panel may be in the slot where an earlier session left it.
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
        # One after the other; the last one up lets go of the panel.
        events = []
        for finger in range(len(fingers)):
            events += [(3, 0x2f, finger)] if finger != slot else []
            slot = finger
            events += [(3, 0x39, -1)]
        lines += report(time, [*events, (1, 0x14a, 0)])
    return '\n'.join(lines) + '\n'


def report(time, events):
    return [f'E: {time:.6f} {kind:04x} {code:04x} {value:04d}' for kind, code, value in [*events, (0, 0, 0)]]
