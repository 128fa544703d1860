"""Scenarios of the doctor's report. Each returns a description of what is wrong, or ''."""
from .session import drawing
from .touch import GUEST


def doctor(stage):
    """The report of a healthy machine, and of five faults. The commands that mend two of them are run."""
    problem = stage.run('virtio', 'doctor.sh', ['draw', '/drawing.svg', '--display', 'drm'], {**GUEST, '/drawing.svg': drawing(stage)},
                        size=(320, 240), programs=['hold', 'vt', 'as-user', 'touch-panel'])
    print(f'doctor: faults mended by the command in the report: {stage.figure("mended")}', flush=True)
    return problem


SCENARIOS = {'doctor': doctor}
