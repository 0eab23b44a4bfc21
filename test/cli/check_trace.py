"""check_trace.py TRACE SOLVED: a search trace by `cairn solve --trace`, held against the object that
`cairn solve --json --path` prints of the same walk, and against the rules of Posthoc's format 1.4.0."""
import json
import sys


def main():
    trace = json.load(open(sys.argv[1]))
    walk = json.load(open(sys.argv[2]))
    assert trace["version"] == "1.4.0" and set(trace) == {"version", "views", "pivot", "events"}
    (view,) = trace["views"]["main"]
    assert view["$"] == "rect" and view["x"] == "${{ $.x }}" and view["fill"] == "${{ $.color }}"
    events = trace["events"]
    assert all({"type", "id", "x", "y", "color"} <= set(event) for event in events)
    assert len({event["id"] for event in events}) == len(events), "an id twice"
    source, destination, *rest = events
    assert [source["type"], destination["type"], rest[-1]["type"]] == ["source", "destination", "end"]
    assert [source["x"], source["y"]] == walk["start"]
    assert [destination["x"], destination["y"]] == walk["goal"]
    assert rest[-1]["ended"] == walk["ended"] and rest[-1]["g"] == walk["cost"]

    known, cell, cost, moves, waits = {source["id"]}, walk["start"], 0, 0, 0
    for event in rest:
        place = [event["x"], event["y"]]
        if event["type"] == "subgoal":
            assert place != walk["goal"]
            continue
        assert event["pId"] in known, "a parent that comes later"
        known.add(event["id"])
        if event["type"] == "move":
            moves += 1
            steps = sorted(abs(a - b) for a, b in zip(place, cell))
            cost += {(0, 1): 10, (1, 1): 14}[tuple(steps)]
            assert place == walk["path"][moves]
            cell = place
        waits += event["type"] == "wait"
        left = sorted(abs(a - b) for a, b in zip(cell, walk["goal"]))
        assert place == cell and event["g"] == cost and event["h"] == 10 * left[1] + 4 * left[0]
        assert event["f"] == event["g"] + event["h"]
    assert (moves, waits) == (walk["moves"], walk["waited"])
    print(sum(event["type"] == "subgoal" for event in events))


main()
