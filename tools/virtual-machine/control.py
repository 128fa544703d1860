"""Answers the guest's requests: a line on its port /dev/control, and a line back.

screenshot NAME [HEAD]  writes the content of the screen as NAME.ppm to the folder of the run; the second screen of virtio has
                    the head 1
monitor JSON        executes a command of QEMU's monitor, such as {"execute": "device_del", "arguments": {"id": "gpu"}}
resize WxH          asks the display for another mode, as a client of VNC does (QEMU's option -vnc unix:{folder}/vnc)
"""
import json
import os
import socket
import struct
import threading
import time


class Control(threading.Thread):
    """The thread that answers the requests."""

    def __init__(self, folder, out):
        super().__init__(daemon=True)
        self.client = None
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
                name, _, head = rest.partition(' ')
                which = {'device': 'gpu', 'head': int(head)} if head else {}
                monitor.execute('screendump', filename=os.path.abspath(f'{self.out}/{name}.ppm'), **which)
            elif verb == 'monitor':
                command = json.loads(rest)
                monitor.execute(command['execute'], **command.get('arguments', {}))
            elif verb == 'resize':
                self._resize(*(int(side) for side in rest.split('x')))
            else:
                return f'error: unknown request: {line}'
            return 'ok'
        except (RuntimeError, ValueError, KeyError, OSError) as error:
            return f'error: {error}'

    def _resize(self, width, height):
        # The client stays connected: without one, QEMU may drop the request.
        self.client = self.client or RemoteScreen(connected(f'{self.folder}/vnc'))
        self.client.resize(width, height)


class RemoteScreen:
    """A client of VNC that asks for other sizes of the screen (RFC 6143, and the extension ExtendedDesktopSize)."""

    EXTENDED_DESKTOP_SIZE = -308

    def __init__(self, connection):
        self.connection, self.file = connection, connection.makefile('rb', 0)
        self._read(12)
        connection.sendall(b'RFB 003.008\n')
        self._read(self._read(1)[0])
        connection.sendall(b'\x01')  # no authentication
        self._read(4)
        connection.sendall(b'\x01')  # shared
        width, height = struct.unpack('>HH', self._read(4))
        self._read(16)
        self._read(struct.unpack('>I', self._read(4))[0])
        connection.sendall(struct.pack('>BxHii', 2, 2, 0, self.EXTENDED_DESKTOP_SIZE))
        connection.sendall(struct.pack('>BBHHHH', 3, 0, 0, 0, width, height))
        # QEMU takes requests for sizes after its first answer. All further data is dropped.
        self._read(4)
        threading.Thread(target=self._drop, daemon=True).start()

    def resize(self, width, height):
        self.connection.sendall(struct.pack('>BxHHBx', 251, width, height, 1) + struct.pack('>IHHHHI', 0, 0, 0, width, height, 0))

    def _read(self, count):
        data = b''
        while len(data) < count:
            part = self.file.read(count - len(data))
            if not part:
                raise OSError('the VNC server closed the connection')
            data += part
        return data

    def _drop(self):
        try:
            while self.connection.recv(1 << 20):
                pass
        except OSError:
            pass


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
