"""The table of counts on several processors, and how the order of programs and scenes differs between them."""
import itertools


def report(results, programs, processors):
    """Returns the table of `results[scene][program][processor]`, and below it the differences to the last processor.

    A count is None if the program lacks a feature of the scene, and missing if it could not be counted.
    """
    lines = ['| scene | ' + ' | '.join(f'{program} {processor}' for program in programs for processor in processors) + ' |',
             '|---' + '|--:' * (len(programs) * len(processors)) + '|']
    for scene, counts in results.items():
        cells = [cell(count(counts, program, processor)) for program in programs for processor in processors]
        lines.append(f'| {scene} | ' + ' | '.join(cells) + ' |')
    last = processors[-1]
    for processor in processors[:-1]:
        lines += ['', f'{processor} and {last}:', *orders_of_programs(results, programs, processor, last),
                  *orders_of_scenes(results, programs, processor, last)]
    return '\n'.join(lines)


def count(counts, program, processor):
    return counts.get(program, {}).get(processor)


def cell(count):
    return '–' if count is None else f'{count / 1e6:.2f}'


def orders_of_programs(results, programs, first, second):
    """Returns lines that name the scenes whose programs have another order on the second processor."""
    lines = []
    for scene, counts in results.items():
        known = [program for program in programs if None not in (count(counts, program, first), count(counts, program, second))]
        orders = [sorted(known, key=lambda program, processor=processor: count(counts, program, processor))
                  for processor in (first, second)]
        if orders[0] != orders[1]:
            lines.append(f'- {scene}: {" < ".join(orders[0])} with {first}, {" < ".join(orders[1])} with {second}.')
    return lines or ['- In every scene the order of the programs is the same.']


def orders_of_scenes(results, programs, first, second):
    """Returns a line for each program: the ratio of its counts, and pairs of scenes that change places."""
    lines = []
    for program in programs:
        known = {scene: (count(counts, program, first), count(counts, program, second)) for scene, counts in results.items()}
        known = {scene: pair for scene, pair in known.items() if None not in pair}
        if not known:
            continue
        ratios = [pair[1] / pair[0] for pair in known.values()]
        swapped = [f'{a} and {b}' for a, b in itertools.combinations(known, 2)
                   if (known[a][0] - known[b][0]) * (known[a][1] - known[b][1]) < 0]
        lines.append(f'- {program} takes {min(ratios):.2f} to {max(ratios):.2f} times as many with {second}; '
                     + (f'scenes that change places: {", ".join(swapped)}.' if swapped else 'its scenes keep their order.'))
    return lines
