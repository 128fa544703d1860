"""Answers the guest's requests: a line on its port /dev/control, and a line back.

screenshot NAME     writes the content of the screen as NAME.ppm to the folder of the run
monitor JSON        executes a command of QEMU's monitor, such as {"execute": "device_del", "arguments": {"id": "gpu"}}
"""
import json
import os
import socket
import threading
import time


class Control(threading.Thread):
    """The thread that answers the requests."""

    def __init__(self, folder, out):
        super().__init__(daemon=True)
        self.folder, self.out = folder, out

    def run(self):
        try:
            monitor = Monitor(connected(f'{self.folder}/qmp'))
            port = connected(f'{self.folder}/control').makefile('rwb', 0)
            for line in port:
                port.write(self._answer(monitor, line.decode().strip()).encode() + b'\n')
        except (OSError, ValueError):
            pass  # The machine is off.

    def _answer(self, monitor, line):
        verb, _, rest = line.partition(' ')
        try:
            if verb == 'screenshot':
                monitor.execute('screendump', filename=os.path.abspath(f'{self.out}/{rest}.ppm'))
            elif verb == 'monitor':
                command = json.loads(rest)
                monitor.execute(command['execute'], **command.get('arguments', {}))
            else:
                return f'error: unknown request: {line}'
            return 'ok'
        except (RuntimeError, ValueError, KeyError) as error:
            return f'error: {error}'


class Monitor:
    """A connection to QEMU's monitor, with requests and answers in JSON (docs/interop/qmp-spec)."""

    def __init__(self, connection):
        self.file = connection.makefile('rwb', 0)
        self.file.readline()
        self.execute('qmp_capabilities')

    def execute(self, command, **arguments):
        """Executes a command and returns its result. Raises RuntimeError if it fails."""
        self.file.write(json.dumps({'execute': command, 'arguments': arguments}).encode() + b'\n')
        for line in self.file:
            answer = json.loads(line)
            if 'return' in answer:
                return answer['return']
            if 'error' in answer:
                raise RuntimeError(answer['error']['desc'])
        raise OSError('the monitor closed the connection')


def connected(path, timeout=10):
    """Connects to a socket that QEMU creates shortly after its start."""
    deadline = time.monotonic() + timeout
    while True:
        connection = socket.socket(socket.AF_UNIX)
        try:
            connection.connect(path)
            return connection
        except OSError:
            connection.close()
            if time.monotonic() > deadline:
                raise
            time.sleep(0.02)
