"""Answers the guest's requests: a line on its port /dev/control, and a line back.

screenshot NAME     writes the content of the screen as NAME.ppm to the folder of the run
"""
import json
import os
import socket
import threading
import time


class Control(threading.Thread):
    """The thread that answers the requests."""

    def __init__(self, monitor_path, port_path, out):
        super().__init__(daemon=True)
        self.monitor_path, self.port_path, self.out = monitor_path, port_path, out

    def run(self):
        try:
            monitor = Monitor(connected(self.monitor_path))
            port = connected(self.port_path).makefile('rwb', 0)
            for line in port:
                port.write(self._answer(monitor, line.decode().strip()).encode() + b'\n')
        except (OSError, ValueError):
            pass  # The machine is off.

    def _answer(self, monitor, line):
        verb, _, name = line.partition(' ')
        if verb != 'screenshot':
            return f'error: unknown request: {line}'
        try:
            monitor.execute('screendump', filename=os.path.abspath(f'{self.out}/{name}.ppm'))
            return 'ok'
        except RuntimeError as error:
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
