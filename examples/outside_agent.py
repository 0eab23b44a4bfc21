#!/usr/bin/env python3
"""An agent for `cairn evaluate` that is no part of cairn: A*, in Python.

A suite names it: {"name": "A* in Python", "program": ["python3", "outside_agent.py"]}.
docs/research/evaluation.md has the protocol ("Programs as agents"). To compare an algorithm of your own,
replace class Agent; what is below it can stay."""
import heapq
import sys

CARDINAL, DIAGONAL = 10, 14  # cairn's costs, in tenths


class Map:
    def __init__(self, path, corners):
        with open(path, encoding="latin-1") as file:
            lines = file.read().splitlines()
        self.rows = [[cell in ".GS" for cell in row] for row in lines[lines.index("map") + 1 :]]
        self.free = corners == "free"

    def is_open(self, x, y):
        return 0 <= y < len(self.rows) and 0 <= x < len(self.rows[y]) and self.rows[y][x]

    def get_moves(self, cell):
        """The cells that a legal move leads to, each with its cost."""
        x, y = cell
        for dx, dy in ((-1, -1), (0, -1), (1, -1), (-1, 1), (0, 1), (1, 1), (-1, 0), (1, 0)):
            if not self.is_open(x + dx, y + dy):
                continue
            if dx == 0 or dy == 0:
                yield (x + dx, y + dy), CARDINAL
            elif self.free or (self.is_open(x + dx, y) and self.is_open(x, y + dy)):
                yield (x + dx, y + dy), DIAGONAL


class Agent:
    """Finds the whole path at the first step, and follows it."""

    def __init__(self, grid):
        self.grid = grid

    def start(self, start, goal):
        self.start_cell, self.goal, self.path, self.states = start, goal, None, 0

    def step(self, cell):
        """The next cell; None to wait."""
        if self.path is None:
            self.path = self.search()
        return self.path.pop()

    def get_memory(self):
        """Strictly on-line memory: states of the open and closed lists, and bytes."""
        return self.states, 4 * self.states

    def get_distance(self, cell):
        dx, dy = abs(cell[0] - self.goal[0]), abs(cell[1] - self.goal[1])
        return CARDINAL * max(dx, dy) + (DIAGONAL - CARDINAL) * min(dx, dy)

    def search(self):
        costs, parents, closed = {self.start_cell: 0}, {}, set()
        queue = [(self.get_distance(self.start_cell), self.start_cell)]
        while queue:
            cell = heapq.heappop(queue)[1]
            if cell == self.goal:
                break
            if cell in closed:
                continue
            closed.add(cell)
            for after, cost in self.grid.get_moves(cell):
                total = costs[cell] + cost
                if total < costs.get(after, total + 1):
                    costs[after], parents[after] = total, cell
                    heapq.heappush(queue, (total + self.get_distance(after), after))
        self.states = len(costs)
        path, cell = [], self.goal
        while cell != self.start_cell:
            path.append(cell)
            cell = parents[cell]
        return path


def main():
    agent = None
    for line in sys.stdin:
        word, _, rest = line.rstrip("\n").partition(" ")
        if word == "cairn":
            answer = "cairn 1"
        elif word == "map":  # "map CORNERS WIDTH HEIGHT PATH"; a path may have blanks
            corners, _, _, path = rest.split(" ", 3)
            agent = Agent(Map(path, corners))
            answer = "ready"
        elif word == "problem":
            start_x, start_y, goal_x, goal_y = map(int, rest.split())
            agent.start((start_x, start_y), (goal_x, goal_y))
            continue  # a problem is not answered: the first step follows
        elif word == "step":
            cell = agent.step(tuple(map(int, rest.split())))
            answer = "wait" if cell is None else "move %d %d" % cell
        elif word == "end":
            answer = "memory %d %d" % agent.get_memory()
        else:  # "quit"
            break
        print(answer, flush=True)


if __name__ == "__main__":
    main()
