"""Tests of the counts of instructions, with invented numbers and programs: python3 tools/benchmark/tests.py"""
import os
import stat
import tempfile
import unittest
from unittest import mock

import count_table
import debian_libraries
import emulated_counts
import emulation
from running import Failure

PROGRAMS = ['ours', 'theirs']
PROCESSORS = ['first', 'last']


def results(**scenes):
    """Returns counts in millions: for each scene those of both programs, each on the first and the last processor."""
    return {scene: {program: {processor: None if number is None else number * 1e6 for processor, number in zip(PROCESSORS, numbers)}
                    for program, numbers in zip(PROGRAMS, both)} for scene, both in scenes.items()}


class TableTests(unittest.TestCase):
    def test_a_count_that_is_missing_or_none_is_a_dash(self):
        counts = results(A=((1.5, 2), (None, None)))
        del counts['A']['ours']['last']
        self.assertIn('| A | 1.50 | – | – | – |', count_table.report(counts, PROGRAMS, PROCESSORS).splitlines())

    def test_a_program_without_any_count_is_in_the_table_but_not_below(self):
        counts = {'A': {'ours': {'first': 1e6, 'last': 2e6}}}
        report = count_table.report(counts, PROGRAMS, PROCESSORS)
        self.assertIn('| A | 1.00 | 2.00 | – | – |', report)
        self.assertNotIn('theirs takes', report)

    def test_the_scenes_whose_programs_change_places_are_named(self):
        counts = results(A=((1, 1), (2, 2)), B=((3, 2), (2, 3)), C=((3, 2), (2, None)))
        self.assertEqual(count_table.orders_of_programs(counts, PROGRAMS, *PROCESSORS),
                         ['- B: theirs < ours with first, ours < theirs with last.'])

    def test_scenes_that_change_places_are_named_and_equal_ones_do_not(self):
        counts = results(A=((1, 4), (1, 1)), B=((2, 3), (1, 2)), C=((9, 9), (3, None)))
        self.assertEqual(count_table.orders_of_scenes(counts, PROGRAMS, *PROCESSORS), [
            '- ours takes 1.00 to 4.00 times as many with last; scenes that change places: A and B.',
            '- theirs takes 1.00 to 2.00 times as many with last; its scenes keep their order.'])


class CountTests(unittest.TestCase):
    def test_the_start_does_not_count(self):
        self.assertEqual(emulated_counts.of_one_frame(lambda frames: 1000 + 7 * frames), 7)

    def test_a_start_with_more_work_in_one_run_is_a_failure(self):
        for longer in emulated_counts.FRAMES:
            with self.subTest(longer=longer), self.assertRaises(Failure):
                emulated_counts.of_one_frame(lambda frames: 100e6 * frames + (10e6 if frames == longer else 0))

    def test_frames_of_few_instructions_are_so_many_that_starts_may_differ_a_little(self):
        numbers = []

        def count(frames):
            numbers.append(frames)
            return 2e5 * frames + (6e5 if len(numbers) % 3 == 2 else 0)

        self.assertAlmostEqual(emulated_counts.of_one_frame(count) / 2e5, 1, delta=.01)
        self.assertEqual(numbers, [1, 4, 7, 334, 1336, 2338])

    def test_starts_that_differ_much_are_a_failure_even_with_many_frames(self):
        starts = iter([0, 6e5, 0, 0, 60e6, 0])
        with self.assertRaises(Failure):
            emulated_counts.of_one_frame(lambda frames: 2e5 * frames + next(starts))

    def test_a_run_without_a_count_or_with_an_error_fails_with_its_words(self):
        for script, words in (('echo no plugin >&2', 'no plugin'), ('echo instructions executed: 5 >&2; exit 3', 'status 3')):
            with self.subTest(script=script), tempfile.TemporaryDirectory() as folder:
                processor = emulation.Processor('X', 'x', program(folder, 'emulator', script), 'x86-64', 'g++')
                with self.assertRaisesRegex(Failure, words):
                    processor.run(['program'])

    def test_the_count_and_the_output_of_a_run_are_returned(self):
        with tempfile.TemporaryDirectory() as folder:
            script = 'echo out; echo warning >&2; echo instructions executed: 1234 >&2'
            processor = emulation.Processor('X', 'x', program(folder, 'emulator', script), 'x86-64', 'g++')
            self.assertEqual(processor.run(['program']), (b'out\n', 1234))


class LibraryTests(unittest.TestCase):
    def test_libraries_that_cannot_be_fetched_are_fetched_again_in_the_next_run(self):
        with tempfile.TemporaryDirectory() as folder:
            fail = program(folder, 'apt-get', 'test "$1" != install || { echo no network; exit 100; }')
            with mock.patch.dict(os.environ, PATH=f'{os.path.dirname(fail)}:{os.environ["PATH"]}'):
                for _ in range(2):
                    with self.assertRaisesRegex(debian_libraries.Unavailable, 'no network'):
                        debian_libraries.unpack(['library'], 'arm64', f'{folder}/libraries')
                program(folder, 'apt-get', 'exit 0')
                with self.assertRaisesRegex(debian_libraries.Unavailable, 'fetched no package'):
                    debian_libraries.unpack(['library'], 'arm64', f'{folder}/libraries')
                program(folder, 'apt-get', f'test "$1" != install || touch {folder}/libraries/apt/archives/library.deb')
                program(folder, 'dpkg', 'exit 0')
                root = debian_libraries.unpack(['library'], 'arm64', f'{folder}/libraries')
                program(folder, 'apt-get', 'exit 1')
                self.assertEqual(debian_libraries.unpack(['library'], 'arm64', f'{folder}/libraries'), root)


def program(folder, name, script):
    """Writes a shell script. Returns its path."""
    path = f'{folder}/{name}'
    with open(path, 'w') as file:
        file.write(f'#!/bin/sh\n{script}\n')
    os.chmod(path, stat.S_IRWXU)
    return path


if __name__ == '__main__':
    unittest.main()
