"""The processor time and memory of a process and its descendants, from /proc."""
import os

TICKS = os.sysconf('SC_CLK_TCK')


def tree(root):
    """Returns the numbers of a process and of its descendants."""
    children = {}
    for name in filter(str.isdigit, os.listdir('/proc')):
        fields = status(name)
        if fields:
            children.setdefault(int(fields[1]), []).append(int(name))
    found = [root]
    for process in found:
        found += children.get(process, [])
    return found


def status(process):
    """Returns the fields of /proc/PROCESS/stat from the state on, or None if the process has ended."""
    try:
        with open(f'/proc/{process}/stat') as file:
            return file.read().rsplit(')', 1)[1].split()
    except OSError:
        return None


def processor_time(root):
    """Returns the seconds that a tree of processes has worked: user and system time, ended threads and children included."""
    found = [fields for fields in map(status, tree(root)) if fields]
    return sum(int(value) for fields in found for value in fields[11:15]) / TICKS


def memory(root):
    """Returns the proportional set size of a tree of processes in MiB: shared pages are divided between their users."""
    total = 0
    for process in tree(root):
        try:
            with open(f'/proc/{process}/smaps_rollup') as file:
                total += next(int(line.split()[1]) for line in file if line.startswith('Pss:'))
        except (OSError, StopIteration):
            pass  # The process has ended.
    return total / 1024
