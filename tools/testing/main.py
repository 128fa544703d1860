"""Runs the tests in stages, prints the failed and skipped ones with reasons, and ends with the counts."""
import atexit
import concurrent.futures
import os
import re
import signal
import subprocess
import sys
import time

import behaviours
import results
import swift_tests
from results import FAILED, PASSED, SKIPPED, Result

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TOOLS = os.path.join(TOP, 'tools')
TIMED_SCENARIOS = ['pacing']


def checks():
    """Runs each of tools/checks as a test, two at a time, because a compilation uses one processor."""
    names = subprocess.run([f'{TOOLS}/checks', '--list'], stdout=subprocess.PIPE, text=True, check=True).stdout.split()
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        return list(pool.map(lambda name: command(f'check: {name}', [f'{TOOLS}/checks', name]), names))


def timed_scenarios():
    """Runs the scenarios that measure time, one after the other and before anything runs beside the tests."""
    return [scenario(name) for name in TIMED_SCENARIOS]


def virtual_machine():
    """Runs each other scenario as a test, two at a time, because an emulated machine uses one processor."""
    names = subprocess.run([f'{TOOLS}/vm', '--list'], stdout=subprocess.PIPE, text=True, check=True).stdout.split()
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        return list(pool.map(scenario, [name for name in names if name not in TIMED_SCENARIOS]))


def scenario(name):
    """Runs a scenario in the virtual machine as a test. Status 77 means that this machine cannot run it."""
    return command(f'virtual machine: {name}', [f'{TOOLS}/vm', name])


def sample():
    """Builds and runs the sample application, a package of its own, in debug and in release, as a test."""
    return [command('the sample application', [f'{TOOLS}/sample'])]


def every_processor():
    """Compares each recording's frames across boards' processors as a test. Without emulators or compilers all are skipped."""
    run = run_of([f'{TOOLS}/check-cpus', '--boards'])
    names = subprocess.run([f'{TOOLS}/check-cpus', '--list'], stdout=subprocess.PIPE, text=True, check=True).stdout.split()
    if run.returncode == 77:
        return [Result(f'every CPU: {name}', SKIPPED, run.stdout.strip()) for name in names]
    done = []
    for name in names:
        # A row has a format, the results of each processor and of the program, and the checksum of the frame.
        rows = re.findall(rf'^\| {name} \| (.*) \|$', run.stdout, re.MULTILINE)
        if len(rows) == 2 and all(set(row.split(' | ')[1:-1]) == {'same'} for row in rows):
            done.append(Result(f'every CPU: {name}', PASSED))
        elif rows:
            done.append(Result(f'every CPU: {name}', FAILED, '\n'.join(rows + re.findall(rf'^{name}, .*$', run.stdout, re.MULTILINE))))
    if len(done) < len(names) or run.returncode and all(result.state == PASSED for result in done):
        done.append(Result('every CPU', FAILED, f'status {run.returncode}\n{run.stdout.strip()}'))
    return done


class FuzzBuild:
    """The build of all fuzz targets. It takes only the time that the tests beside it leave, until it is waited for."""

    def __init__(self):
        # A group of its own can be stopped as a whole. In a session of its own, the priority would not count.
        self.process = subprocess.Popen(
            ['nice', '-n', '19', f'{TOOLS}/fuzz', '--build'], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True, process_group=0)
        atexit.register(self.stop)

    def stop(self):
        """Stops the build if the tests end before it."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGTERM)

    def result(self):
        """Waits for the build, with the usual priority if this user may raise one. Returns its result as a test."""
        try:
            os.setpriority(os.PRIO_PGRP, self.process.pid, 0)
        except OSError:
            pass  # The build has ended, or goes on as slowly.
        output = self.process.communicate()[0]
        return result_of('fuzz: the build', self.process.returncode, output)


def fuzzing(build):
    """Runs each fuzz target for 12 seconds as a test, two at a time, when they are built."""
    build = build.result()
    if build.state != PASSED:
        return [build]
    names = subprocess.run([f'{TOOLS}/fuzz', '--list'], stdout=subprocess.PIPE, text=True, check=True).stdout.split()
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        return list(pool.map(lambda name: command(f'fuzz: {name}', [f'{TOOLS}/fuzz', name, '--seconds', '12']), names))


def command(name, line):
    """Runs a command as a test."""
    run = run_of(line)
    return result_of(name, run.returncode, run.stdout)


def result_of(name, status, output):
    """Returns the result of a test that is a command. Status 77 means skipped."""
    if status == 0:
        return Result(name, PASSED)
    if status == 77:
        return Result(name, SKIPPED, output.strip())
    return Result(name, FAILED, f'status {status}\n{output.strip()}')


def run_of(line):
    """Runs a command and captures its output."""
    return subprocess.run(line, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def stage(title, work):
    """Runs `work`, prints the summary with the time, and returns the results."""
    start = time.time()
    done = results.strict(work())
    print(f'{title}: {results.summary(done)} ({time.time() - start:.0f} s)', flush=True)
    results.print_all_but_passed(done)
    return done


def main():
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    start = time.time()
    os.makedirs(f'{TOP}/out', exist_ok=True)
    build = command('the build', [f'{TOOLS}/build', 'tests'])
    print(f'build: {build.state} ({time.time() - start:.0f} s)', flush=True)
    everything = [build]
    if build.state == PASSED:
        everything += stage('timed scenarios', timed_scenarios)
        fuzz_build = FuzzBuild()
        everything += stage('swift', lambda: swift_tests.run(TOP))
        everything += stage('virtual machine', virtual_machine)
        # These mostly compile, and a compiler uses one processor for much of its time. Those above wait for
        # times, and so run without others of their priority.
        lanes = [[('fuzz', lambda: fuzzing(fuzz_build)), ('sample', sample)], [('checks', checks), ('every CPU', every_processor)]]
        with concurrent.futures.ThreadPoolExecutor(len(lanes)) as pool:
            try:
                for done in pool.map(lambda lane: [result for title, work in lane for result in stage(title, work)], lanes):
                    everything += done
            except BaseException:
                fuzz_build.stop()  # The lane would wait for it.
                raise
        everything += stage('behaviours', lambda: behaviours.rows_as_results(everything))
    else:
        results.print_all_but_passed(everything)
    results.save(everything, f'{TOP}/out/test-results.json')
    print(results.summary(everything))
    sys.exit(any(r.state == FAILED for r in everything))


main()
