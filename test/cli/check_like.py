"""check_like.py TABLE PROBLEMS [MOST]: the problems are distributed as the table is.

The bins and their shares are made here from the manual's words, apart from the command's code. MOST
leaves out what is more difficult.
"""
import csv
import sys
from fractions import Fraction

GROUPS, PARTS, WIDTH = 20, 4, 20000


def read(path):
    with open(path, encoding="utf-8") as file:
        for row in csv.DictReader(file):
            cost = row["optimal_cost"] if "optimal_cost" in row else Fraction(row["optimal"]) / 10
            yield Fraction(row["difficulty"]) * 10000, Fraction(cost) * 10, row


def cut(values, pieces):
    """Where the pieces of a sorted list begin, and its end; equal values stay together."""
    places = {0}
    for piece in range(1, pieces):
        place = len(values) * piece // pieces
        while place < len(values) and place > 0 and values[place] == values[place - 1]:
            place += 1
        places.add(place)
    return sorted(places | {len(values)})


def group(points):
    difficulties = [point[0] for point in points]
    starts = [0]
    for place in cut(difficulties, GROUPS)[1:-1]:
        if difficulties[place] - difficulties[starts[-1]] >= WIDTH:
            starts.append(place)
    ends = starts[1:] + [len(points)]
    return [points[start:end] for start, end in zip(starts, ends)]


def list_bins(points):
    groups = group(points)
    lowest, highest = min(p[1] for p in points), max(p[1] for p in points) + 1
    for number, members in enumerate(groups):
        above = groups[number + 1][0][0] if number + 1 < len(groups) else points[-1][0] + 1
        costs = sorted(point[1] for point in members)
        places = cut(costs, PARTS)
        for start, end in zip(places, places[1:]):
            first = lowest if start == 0 else costs[start]
            last = highest if end == len(costs) else costs[end]
            yield members[0][0], above, first, last, end - start


def main():
    most = Fraction(sys.argv[3]) * 10000 + 1 if len(sys.argv) > 3 else Fraction(10**12)
    bins = [b for b in list_bins(sorted(point[:2] for point in read(sys.argv[1]))) if b[0] < most]
    problems = list(read(sys.argv[2]))
    total, before = sum(b[4] for b in bins), 0
    for low, high, first, last, count in bins:
        after = before + count
        want = len(problems) * after // total - len(problems) * before // total
        before = after
        got = 0
        for _, cost, row in problems:
            ratio = Fraction(int(row["expanded"]), int(row["optimal_moves"])) * 10000
            got += low <= ratio < min(high, most) and first <= cost < last
        if got != want:
            sys.exit(f"{got} problems, not {want}: {low}-{high} x {first}-{last}")


main()
