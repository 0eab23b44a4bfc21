"""check_like.py TABLE PROBLEMS [MOST]: the problems are distributed as the table is.

The bins and their shares are made here from the manual's words, apart from the command's code. MOST
leaves out what is more difficult.
"""
import csv
import sys
from fractions import Fraction

UNIT = 10000
PIECES = {"difficulty": 20, "detour": 2, "cost": 4}
WIDTHS = {"difficulty": 2 * UNIT, "detour": UNIT // 100, "cost": 100}


def read(path):
    """Rows as difficulty and detour in ten-thousandths and cost in tenths, and what was written."""
    with open(path, encoding="utf-8") as file:
        for row in csv.DictReader(file):
            cost = row["optimal_cost"] if "optimal_cost" in row else Fraction(row["optimal"]) / 10
            yield {
                "difficulty": round(Fraction(row["difficulty"]) * UNIT),
                "detour": round(Fraction(row["detour"]) * UNIT) if "detour" in row else None,
                "cost": round(Fraction(cost) * 10),
                "row": row,
            }


def get_span(points, key):
    least, most = min(p[key] for p in points), max(p[key] for p in points)
    return least, max(most + 1, least + WIDTHS[key])


def cut(points, key, low, high):
    """Pieces of points by a key, as (points, low, high)."""
    points = sorted(points, key=lambda point: point[key])
    values = [point[key] for point in points]
    starts, edges = [0], [low]
    for piece in range(1, PIECES[key]):
        place = len(values) * piece // PIECES[key]
        while 0 < place < len(values) and values[place] == values[place - 1]:
            place += 1
        edge = min(values[place], high - WIDTHS[key]) if place < len(values) else high
        if starts[-1] < place < len(values) and edge - edges[-1] >= WIDTHS[key]:
            starts.append(place)
            edges.append(edge)
    edges.append(high)
    for start, end, least, above in zip(starts, starts[1:] + [len(points)], edges, edges[1:]):
        yield points[start:end], least, above


def cut_detour(points):
    if points[0]["detour"] is None:
        yield points, 0, Fraction(10**12)
        return
    low, high = get_span(points, "detour")
    straight = [point for point in points if point["detour"] <= UNIT]
    rest = [point for point in points if point["detour"] > UNIT]
    if straight:
        yield straight, low, UNIT + 1
    if rest:
        yield from cut(rest, "detour", max(low, UNIT + 1) if straight else low, high)


def list_bins(points):
    costs = get_span(points, "cost")
    for group, easy, hard in cut(points, "difficulty", *get_span(points, "difficulty")):
        for piece, short, long in cut_detour(group):
            for members, first, last in cut(piece, "cost", *costs):
                yield easy, hard, short, long, first, last, len(members)


def get_distance(row):
    dx, dy = (abs(int(row[f"start_{axis}"]) - int(row[f"goal_{axis}"])) for axis in "xy")
    return 10 * max(dx, dy) + 4 * min(dx, dy)


def main():
    most = Fraction(sys.argv[3]) * UNIT + 1 if len(sys.argv) > 3 else Fraction(10**12)
    bins = [b for b in list_bins(list(read(sys.argv[1]))) if b[0] < most]
    problems = list(read(sys.argv[2]))
    total, before = sum(b[-1] for b in bins), 0
    for easy, hard, short, long, first, last, count in bins:
        after = before + count
        want = len(problems) * after // total - len(problems) * before // total
        before = after
        got = 0
        for problem in problems:
            row = problem["row"]
            ratio = Fraction(int(row["expanded"]), int(row["optimal_moves"])) * UNIT
            detour = Fraction(int(row["optimal"]), get_distance(row)) * UNIT
            got += (easy <= ratio < min(hard, most) and short <= detour < long
                    and first <= problem["cost"] < last)
        if got != want:
            sys.exit(f"{got} problems, not {want}: {easy}-{hard} x {short}-{long} x {first}-{last}")


main()
