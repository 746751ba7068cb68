"""wrk with 64 connections for 30 seconds, while another program imports: load.py BUILD_FOLDER [SECONDS] [CONFIGURATION]

Fails where a request did.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading

from trips import Server

# The pages that a connection asks for, one after the other.
SCRIPT = """
local pages = { "/", "/trips/p1", "/?q=o&sections=destination", "/changes", "/places?q=san", "/trips/p3" }
local number = 0
request = function()
  number = number % #pages + 1
  return wrk.format("GET", pages[number])
end
"""


def main(build, seconds="30", configuration="release"):
    folder = tempfile.mkdtemp()
    server = Server(build, os.path.join(folder, "trips.store"), configuration=configuration)
    server.trips("demo", person=None)
    for number in range(40):
        server.trips("add", f"Trip {number}", "--destination", "Oslo", "--from", f"2027-05-{number % 28 + 1:02}", "--to", "2027-06-08")
    server.start()
    tables = []
    lines = [line.rstrip("\n").split("\t")[:3] for line in open("/usr/share/zoneinfo/zone1970.tab") if not line.startswith("#")]
    for remark in ("one", "two"):
        tables.append(os.path.join(folder, remark + ".tab"))
        with open(tables[-1], "w") as table:
            for line in lines:
                table.write("\t".join([*line, remark]) + "\n")
    imports = 0
    ends = threading.Event()

    def write():
        nonlocal imports
        while not ends.is_set():
            server.trips("import", tables[imports % 2])
            imports += 1

    writer = threading.Thread(target=write)
    writer.start()
    script = os.path.join(folder, "pages.lua")
    with open(script, "w") as file:
        file.write(SCRIPT)
    command = ["wrk", "-t2", "-c64", f"-d{seconds}s", "--timeout", "10s", "--latency", "-s", script, server.address]
    result = subprocess.run(command, capture_output=True, text=True)
    ends.set()
    writer.join()
    print(result.stdout)
    memory = server.memory()
    status, time = server.stop()
    errors = re.search(r"Socket errors.*|Non-2xx.*", result.stdout)
    logged = [line for line in server.log().split("\n") if " error " in line]
    print(f"{imports} imports of {len(lines)} places by another program, {memory / 1e6:.0f} MB resident, ended with {status}")
    if logged:
        print("\n".join(logged[:5]))
    shutil.rmtree(folder)
    if errors or result.returncode != 0 or logged or status != 0 or imports == 0:
        print("FAILED")
        return 1
    print("no error")
    return 0


sys.exit(main(*sys.argv[1:]))
