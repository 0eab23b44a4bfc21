"""check_hashes.py DIR: the hashes in the rows of DIR/results.csv, computed again from the files: XXH64
by its specification, which shares nothing with the library."""
import csv
import glob
import sys

MASK = (1 << 64) - 1
P1, P2, P3 = 11400714785074694791, 14029467366897019727, 1609587929392839161
P4, P5 = 9650029242287828579, 2870177450012600261


def rotate(word, bits):
    return (word << bits | word >> (64 - bits)) & MASK


def mix(lane, word):
    return rotate((lane + word * P2) & MASK, 31) * P1 & MASK


def xxh64(data):
    at = 0
    if len(data) >= 32:
        lanes = [(P1 + P2) & MASK, P2, 0, -P1 & MASK]
        while at + 32 <= len(data):
            for i in range(4):
                lanes[i] = mix(lanes[i], int.from_bytes(data[at : at + 8], "little"))
                at += 8
        total = sum(rotate(lane, bits) for lane, bits in zip(lanes, (1, 7, 12, 18))) & MASK
        for lane in lanes:
            total = ((total ^ mix(0, lane)) * P1 + P4) & MASK
    else:
        total = P5
    total = (total + len(data)) & MASK
    while at + 8 <= len(data):
        total ^= mix(0, int.from_bytes(data[at : at + 8], "little"))
        total = (rotate(total, 27) * P1 + P4) & MASK
        at += 8
    if at + 4 <= len(data):
        total ^= int.from_bytes(data[at : at + 4], "little") * P1 & MASK
        total = (rotate(total, 23) * P2 + P3) & MASK
        at += 4
    for byte in data[at:]:
        total = rotate(total ^ byte * P5 & MASK, 11) * P1 & MASK
    total = (total ^ total >> 33) * P2 & MASK
    total = (total ^ total >> 29) * P3 & MASK
    return total ^ total >> 32


def hash_files(pattern):
    return {"%016x" % xxh64(open(path, "rb").read()) for path in glob.glob(pattern)}


def main():
    folder = sys.argv[1]
    rows = list(csv.DictReader(open(folder + "/results.csv")))
    problems, databases = hash_files(folder + "/problems/*.csv"), hash_files(folder + "/databases/*.cairn")
    assert {row["map_hash"] for row in rows} == hash_files(folder + "/maps/*.map")
    assert {row["problems_hash"] for row in rows} == problems
    assert {row["database_hash"] for row in rows if row["database"]} == databases
    assert all(row["database_hash"] == "" for row in rows if not row["database"])
    assert len(databases) > 1 and len(problems) > 1


main()
