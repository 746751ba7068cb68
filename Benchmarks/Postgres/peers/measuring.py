"""What the programs in Python have in common: the clock, the values, and the lines that they print."""

import datetime
import gc
import json
import os
import statistics
import sys
import threading
import time

URL = os.environ.get("OPENSWIFTDATA_POSTGRES_URL", "")
ROWS, INSERTED, LOOKUPS, WRITERS, WARM_UPS = 1000, 10000, 1000, 8, 2
REQUESTS, CONNECTIONS, PAGE = 200, 4, 20
#: The keys of the lookups, in the order of all programs.
KEYS = [lookup * 7919 % ROWS + 1 for lookup in range(LOOKUPS)]
#: The number of the first day of 2001.
FIRST_DAY = datetime.date(2001, 1, 1).toordinal()
START = datetime.datetime(2001, 1, 1, tzinfo=datetime.timezone.utc)
#: What the items of the table have, which is asked when the clock stands.
SUM_OF_ITEMS = """
    SELECT sum(number + 3 * category + floor(weight)::bigint + floor(extract(epoch FROM created))::bigint
        + 7 * length(name) + 11 * coalesce(length(remark), 0))::bigint FROM item
"""


def arguments():
    """The workload and the number of repeats, or of seconds."""
    if len(sys.argv) != 3:
        sys.exit(f"usage: {sys.argv[0]} fetch|key|insert|writers|pool REPEATS (seconds for writers)")
    return sys.argv[1], max(1, int(sys.argv[2]))


def tell(peer, workload, **figures):
    """Prints the line of a workload."""
    print(json.dumps({"peer": peer, "workload": workload, **figures}), flush=True)


def measure(peer, workload, repeats, work, before=None, after=None, divisor=1):
    """Measures some work, which returns a sum over what it has read, and prints its line."""
    times = []
    total = 0
    for repeat in range(-WARM_UPS, repeats):
        if before:
            before()
        gc.collect()
        start = time.perf_counter()
        total = work()
        taken = (time.perf_counter() - start) * 1000
        if repeat >= 0:
            times.append(taken / divisor)
        if after:
            total = after()
    figures = {"median": round(statistics.median(times), 6), "minimum": round(min(times), 6)}
    tell(peer, workload, **figures, repeats=repeats, sum=int(total))


def sum_of_row(row):
    """Reads every value of an object with the properties of a dossier."""
    total = row.number + len(row.name) + len(row.text1) + len(row.text2) + len(row.text3) + len(row.text4)
    total += len(row.text5) + len(row.report) + row.count1 + row.count2 + row.count3 + row.count4
    if row.remark is not None:
        total += len(row.remark)
    total += int(row.weight1) + int(row.weight2) + int(row.weight3) + row.opened.toordinal() - FIRST_DAY
    if row.closed is not None:
        total += row.closed.toordinal() - FIRST_DAY
    return total + row.is_open + (row.token.int >> 120)


def sum_of_tuple(row):
    """Reads every value of a row: the key, then the columns in the order of the table."""
    (_, number, name, text1, text2, text3, text4, text5, remark, report, count1, count2, count3, count4) = row[:14]
    (weight1, weight2, weight3, opened, closed, is_open, token) = row[14:]
    total = number + len(name) + len(text1) + len(text2) + len(text3) + len(text4)
    total += len(text5) + len(report) + count1 + count2 + count3 + count4
    if remark is not None:
        total += len(remark)
    total += int(weight1) + int(weight2) + int(weight3) + opened.toordinal() - FIRST_DAY
    if closed is not None:
        total += closed.toordinal() - FIRST_DAY
    return total + is_open + (token.int >> 120)


def items():
    """The values of the items that are inserted."""
    hour, quarter = datetime.timedelta(hours=1), datetime.timedelta(milliseconds=250)
    return [
        {
            "number": n,
            "category": n * 7919 % 200,
            "weight": n / 1024,
            "created": START + n * hour + quarter,
            "name": f"item {n}",
            "remark": f"a remark on the item {n}" if n % 3 else None,
        }
        for n in range(INSERTED)
    ]


def writers_items():
    """The values of the items that the writers change."""
    return [
        {"number": n, "category": n, "weight": 0.0, "created": START, "name": "item", "remark": None}
        for n in range(WRITERS)
    ]


def measure_writers(peer, seconds, save, stored):
    """Lets each thread save changes of an item of its own.

    `save(key)` is called on each thread, and returns a function that saves a weight. `stored()` is the sum of the weights
    in the table.
    """
    counts = [0] * WRITERS
    start = time.perf_counter()
    end = start + seconds

    def write(number):
        change = save(number + 1)
        while time.perf_counter() < end:
            change(float(counts[number] + 1))
            counts[number] += 1

    threads = [threading.Thread(target=write, args=(number,)) for number in range(WRITERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    rate = sum(counts) / (time.perf_counter() - start)
    tell(peer, "writers", rate=round(rate, 1), lost=sum(counts) - int(stored()))
