"""The workloads on psycopg 3: tuples, prepared statements, results in the binary form."""

import asyncio
import time

import psycopg
import psycopg_pool

from measuring import *

NAMES = (
    "id, number, name, text1, text2, text3, text4, text5, remark, report, count1, count2, count3, count4, weight1, "
    "weight2, weight3, opened, closed, is_open, token"
)
INSERT = "INSERT INTO item (number, category, weight, created, name, remark) VALUES (%s, %s, %s, %s, %s, %s)"
OPTIONS = {"autocommit": True, "options": "-c search_path=peers", "prepare_threshold": 0}


def main():
    workload, repeats = arguments()
    connection = psycopg.connect(URL, **OPTIONS)

    def fetch():
        with connection.cursor(binary=True) as cursor:
            rows = cursor.execute(f"SELECT {NAMES} FROM dossier ORDER BY id").fetchall()
        return sum(map(sum_of_tuple, rows))

    def look_up():
        total = 0
        for key in KEYS:
            with connection.cursor(binary=True) as cursor:
                total += sum_of_tuple(cursor.execute(f"SELECT {NAMES} FROM dossier WHERE id = %s", [key]).fetchone())
        return total

    def empty():
        connection.execute("TRUNCATE item RESTART IDENTITY")

    def sum_of_items():
        return connection.execute(SUM_OF_ITEMS).fetchone()[0]

    match workload:
        case "fetch":
            measure("psycopg3", workload, repeats, fetch)
        case "key":
            measure("psycopg3", workload, repeats, look_up, divisor=LOOKUPS)
        case "insert":
            values = [tuple(item.values()) for item in items()]

            def insert_many():
                with connection.transaction(), connection.cursor() as cursor:
                    cursor.executemany(INSERT, values)

            def copy():
                names = "number, category, weight, created, name, remark"
                with connection.cursor() as cursor, cursor.copy(f"COPY item ({names}) FROM STDIN") as copying:
                    for row in values:
                        copying.write_row(row)

            for peer, work in [("psycopg3, executemany", insert_many), ("psycopg3, COPY", copy)]:
                measure(peer, workload, repeats, lambda: work() or 0, before=empty, after=sum_of_items)
        case "writers":
            empty()
            with connection.cursor() as cursor:
                cursor.executemany(INSERT, [tuple(item.values()) for item in writers_items()])

            def save(key):
                own = psycopg.connect(URL, **OPTIONS)
                return lambda weight: own.execute("UPDATE item SET weight = %s WHERE id = %s", [weight, key])

            def stored():
                return connection.execute("SELECT sum(weight) FROM item").fetchone()[0]

            measure_writers("psycopg3", repeats, save, stored)
        case "pool":
            asyncio.run(requests(repeats))


async def requests(repeats):
    """Requests at once on a pool of few connections, while a task ticks."""
    async with psycopg_pool.AsyncConnectionPool(
        URL, kwargs=OPTIONS, min_size=CONNECTIONS, max_size=CONNECTIONS, open=False
    ) as pool:
        await pool.wait()

        async def request(number):
            async with pool.connection() as connection, connection.cursor(binary=True) as cursor:
                first = number * 4
                statement = f"SELECT {NAMES} FROM dossier WHERE number >= %s ORDER BY number LIMIT %s"
                await cursor.execute(statement, [first, PAGE])
                return sum(map(sum_of_tuple, await cursor.fetchall()))

        times, lateness, total = [], [], 0
        for repeat in range(-WARM_UPS, repeats):
            done = asyncio.Event()
            ticking = asyncio.create_task(tick(done))
            await asyncio.sleep(0.02)
            start = time.perf_counter()
            total = sum(await asyncio.gather(*(request(number) for number in range(REQUESTS))))
            taken = (time.perf_counter() - start) * 1000
            done.set()
            late = await ticking
            if repeat >= 0:
                times.append(taken)
                lateness.append(late)
        figures = {"median": round(statistics.median(times), 3), "minimum": round(min(times), 3)}
        tell("psycopg3", "pool", **figures, repeats=repeats, lateness=round(max(lateness), 3), sum=total)


async def tick(done):
    """The greatest lateness of a task that sleeps for five milliseconds at a time, in milliseconds."""
    latest = 0
    while not done.is_set():
        start = time.perf_counter()
        await asyncio.sleep(0.005)
        latest = max(latest, (time.perf_counter() - start) * 1000 - 5)
    return latest


main()
