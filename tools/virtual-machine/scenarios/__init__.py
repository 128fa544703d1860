"""The scenarios in the virtual machine, by name. Each is a function of a `Stage` that returns what is wrong, or ''.

A scenario may print a line with its figures: pixels that differ, flips, missed refreshes, latencies.
"""
from . import desk, doctor, drawing, endurance, framebuffers, pacing, screens, seat, session, touch
from .stage import TOP, Stage

GROUPS = [drawing, framebuffers, screens, session, seat, touch, pacing, doctor, desk, endurance]
# Those of `tools/vm all` and of tools/test.
SCENARIOS = {name: scenario for group in GROUPS for name, scenario in group.SCENARIOS.items()}
# Those that take long and run only by name.
LONG = {name: scenario for group in GROUPS for name, scenario in getattr(group, 'LONG', {}).items()}
