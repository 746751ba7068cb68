"""Runs all contestants in turns, beside a server, and prints a table in Markdown. Scripts/benchmark-postgres calls it.

A round of a workload runs each program once, in a process of its own. Every other round goes the other way. What a program needs
(its connection, its statements, the rows) is made before its clock starts, and two repeats of each process do not count. The
figure of a round is the median of the repeats of a process, and a ratio that of the figures of one round.
"""

import argparse
import datetime
import importlib.metadata
import json
import os
import pathlib
import statistics
import subprocess
import sys

FOLDER = pathlib.Path(__file__).resolve().parent
URL = os.environ.get("OPENSWIFTDATA_POSTGRES_URL", "")
OURS = "OpenSwiftData"
PYTHON = ["psycopg", "sqlalchemy", "django"]
#: The repeats of a process, or its seconds.
REPEATS = {"fetch": 25, "key": 3, "insert": 3, "writers": 3, "pool": 5}
TITLES = {
    "fetch": "fetch 1,000 rows of 20 columns, read all values",
    "key": "one row by its key, read all values",
    "insert": "insert 10,000 rows of 6 columns",
    "writers": "8 threads that save one change each time",
    "pool": "200 requests at once on 4 connections, a page of 20 rows each",
}
#: What our time is to be at most, by that of a peer.
GOALS = {
    ("fetch", "libpq"): 2.0,
    ("fetch", "Django"): 0.5,
    ("insert", "libpq, unnest"): 3.0,
    ("key", "psycopg3"): 1.5,
}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--libpq", required=True, help="the program in C")
    parser.add_argument("--ours", help="the program in Swift")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--workload", action="append", choices=REPEATS, help="may be repeated; all if missing")
    parser.add_argument("--json", help="a file for every figure of every round")
    parser.add_argument("--markdown", help="a file for the table")
    options = parser.parse_args()
    if options.rounds < 1:
        parser.error("--rounds has to be greater than 0")

    prepare(options)
    head = circumstances(options.rounds)
    lines, failures = [], []
    for workload in options.workload or REPEATS:
        for round in range(options.rounds):
            programs = contestants(options, workload)
            for program in programs if round % 2 == 0 else programs[::-1]:
                name = pathlib.Path(program[-1] if program[0] == sys.executable else program[0]).name
                print(f"{workload}, round {round + 1} of {options.rounds}: {name}", file=sys.stderr)
                for line in run([*program, workload, str(REPEATS[workload])]):
                    lines.append({**line, "round": round})
        failures += disagreements(workload, [line for line in lines if line["workload"] == workload])
    text = "\n".join([*head, "", *table(lines), "", *[f"**{failure}**" for failure in failures]]).rstrip() + "\n"
    print(text, end="")
    if options.markdown:
        pathlib.Path(options.markdown).write_text(text)
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps({"head": head, "lines": lines}, indent=1) + "\n")
    sys.exit(1 if failures else 0)


def contestants(options, workload):
    """The commands of all programs that have the workload, ours last."""
    python = [[sys.executable, "-B", str(FOLDER / "peers" / f"with_{name}.py")] for name in PYTHON]
    programs = python[:1] if workload == "pool" else [[options.libpq], *python]
    return [*programs, [options.ours, "run"]] if options.ours else programs


def prepare(options):
    """Makes the tables of the peers and ours."""
    tables = ["psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", "-d", URL, "-f", str(FOLDER / "peers" / "tables.sql")]
    run(tables)
    if options.ours:
        run([options.ours, "prepare"])
    psql("VACUUM ANALYZE")


def run(command):
    """The lines that a program prints. Ends with its message if it fails."""
    finished = subprocess.run(command, capture_output=True, text=True)
    if finished.returncode != 0:
        sys.exit(f"{' '.join(command)} has failed ({finished.returncode}):\n{finished.stdout}{finished.stderr}")
    return [json.loads(line) for line in finished.stdout.splitlines() if line.startswith("{")]


def psql(statement):
    command = ["psql", "-X", "-A", "-t", "-d", URL, "-c", statement]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def circumstances(rounds):
    """When and on what the figures are made."""
    processor = "unknown processor"
    for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            processor = line.split(":", 1)[1].strip()
            break
    revision = subprocess.run(
        ["git", "describe", "--always", "--dirty", "--abbrev=8", "--exclude=*"], cwd=FOLDER, capture_output=True, text=True
    )
    versions = ", ".join(f"{name} {importlib.metadata.version(name)}" for name in ("psycopg", "SQLAlchemy", "Django"))
    python = ".".join(map(str, sys.version_info[:3]))
    return [
        f"{datetime.date.today()}, {os.cpu_count()} cores of {processor}, revision {revision.stdout.strip() or 'unknown'}, "
        f"load {os.getloadavg()[0]:.1f} at the beginning, {rounds} round{'s' if rounds > 1 else ''}.",
        f"PostgreSQL {psql('SHOW server_version')} through a socket of the machine, fsync = {psql('SHOW fsync')}, "
        f"synchronous_commit = {psql('SHOW synchronous_commit')}; Python {python}, {versions}.",
    ]


def disagreements(workload, lines):
    """What contestants do not agree on."""
    found = []
    if len({line["sum"] for line in lines if "sum" in line}) > 1:
        sums = {line["peer"]: line["sum"] for line in lines}
        found.append(f"The contestants of {workload} have different sums: {sums}")
    for line in lines:
        if line.get("lost", 0) != 0:
            found.append(f"{line['peer']} has lost {line['lost']} saves of {workload}")
    return found


def time_of(line):
    """Milliseconds of a workload, or of a save."""
    return line["median"] if "median" in line else 1000 / max(line["rate"], 1e-9)


def spread(values, digits):
    """The median, with the least and the most."""
    middle, least, most = (f"{value:,.{digits}f}" for value in (statistics.median(values), min(values), max(values)))
    return middle if len(values) == 1 else f"{middle} ({least}–{most})"


def table(lines):
    """A row for each contestant of each workload."""
    rows = [
        "A ratio is our time by that of the contestant, in the same round; the median of the rounds, with the least and the most.",
        "",
        "| workload | contestant | it takes | we take | ratio | goal | |",
        "|---|---|---|---|---|---|---|",
    ]
    for workload in REPEATS:
        peers = list(dict.fromkeys(line["peer"] for line in lines if line["workload"] == workload))
        rounds = {
            peer: {line["round"]: line for line in lines if (line["workload"], line["peer"]) == (workload, peer)}
            for peer in peers
        }
        for peer in sorted(peers, key=lambda peer: peer.startswith(OURS)):
            ratios = []
            is_compared = OURS in rounds and not peer.startswith(OURS)
            if is_compared:
                ratios = [time_of(rounds[OURS][round]) / time_of(line) for round, line in rounds[peer].items()]
            goal = GOALS.get((workload, peer))
            verdict = ""
            if goal and ratios:
                middle = statistics.median(ratios)
                verdict = "met" if middle <= goal else f"**missed by {middle - goal:.2f}**"
            ours = takes(rounds[OURS].values()) if is_compared else ""
            cells = [
                TITLES[workload], peer, takes(rounds[peer].values()), ours, spread(ratios, 2) if ratios else "",
                f"≤ {goal}" if goal else "", verdict,
            ]
            rows.append("| " + " | ".join(cells) + " |")
    return rows


def takes(lines):
    """What a contestant takes, in words."""
    lines = list(lines)
    if "rate" in lines[0]:
        return f"{spread([line['rate'] for line in lines], 0)} saves/s"
    times = [line["median"] for line in lines]
    text = spread(times, 3 if statistics.median(times) < 2 else 1) + " ms"
    if "lateness" in lines[0]:
        text += f", a tick is late by {max(line['lateness'] for line in lines):.1f} ms at most"
    return text


main()
