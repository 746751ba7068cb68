"""Pictures of the page: screenshots.py BUILD_FOLDER IMAGE_FOLDER"""

import os
import struct
import sys
import tempfile
import time
import zlib

from selenium.webdriver.common.by import By
from trips import Server, browser, press, wait

TRIPS = [
    ("Aurora week", "Reykjavik", "2027-01-16", "2027-01-23", ["Hot springs at night", "Golden Circle", "Whale watching"], 1),
    ("Fado and custard tarts", "Lisbon", "2027-05-08", "2027-05-15", ["Tram 28", "Belém at sunrise", "Sintra by train"], 0),
    ("Long way down", "Buenos Aires", "2027-10-02", "2027-10-24", ["Tango in San Telmo", "Iguazú", "Ushuaia"], 0),
    ("Old town weekend", "Tallinn", "2026-09-11", "2026-09-13", ["City walls", "Telliskivi"], 2),
    ("دفتر المقاهي", "Cairo", "2027-03-02", "2027-03-09", ["Khan el-Khalili"], 0),
]


def png(color, size=480):
    """A picture of a sunset in some colours, drawn here so that no file is needed."""
    rows = bytearray()
    for y in range(size):
        rows.append(0)
        for x in range(size):
            t = y / size
            sun = (x - size * 0.62) ** 2 + (y - size * 0.46) ** 2 < (size * 0.11) ** 2
            hill = y > size * (0.72 + 0.09 * ((x / size - 0.3) ** 2) * 4) - 40 * (1 - abs(x / size - 0.35))
            base = [int(a + (b - a) * t) for a, b in zip(color, (255, 214, 170))]
            pixel = (255, 240, 205) if sun else (46, 52, 74) if hill else tuple(base)
            rows += bytes(pixel)
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    head = struct.pack(">IIBBBBB", size, size, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(bytes(rows))) + chunk(b"IEND", b"")


def main(build, images):
    os.makedirs(images, exist_ok=True)
    folder = tempfile.mkdtemp()
    server = Server(build, os.path.join(folder, "trips.store")).start()
    server.trips("demo", person=None)
    for name, place, first, last, items, done in TRIPS:
        server.trips("add", name, "--destination", place, "--from", first, "--to", last, person="anna")
        for index, item in enumerate(items):
            server.trips("plan", name, item, *(["--done"] if index < done else []), person="anna")
    server.trips(
        "edit", "Fado and custard tarts", "--stay", "Casa do Miradouro", "--address", "Rua da Graça 41, Lisbon",
        "--notes", "Passports until 2031.\nTable for six on Tuesday: ask for the terrace.", person="anna",
    )
    server.kill()
    # Started again, so that Ben's changes come while Anna looks.
    server.start()
    page = browser()
    page.get(server.address)
    wait(lambda: page.find_element(By.ID, "link").text == "Live")
    server.trips("plan", "Aurora week", "Snorkel between continents", person="ben")
    wait(lambda: page.find_elements(By.CLASS_NAME, "mark"))
    photos = []
    for index, color in enumerate([(52, 96, 160), (150, 70, 120), (40, 120, 130)]):
        photos.append(os.path.join(folder, f"{index}.png"))
        open(photos[-1], "wb").write(png(color))
    page.find_element(By.PARTIAL_LINK_TEXT, "Fado").click()
    for index, photo in enumerate(photos):
        page.find_element(By.ID, "photo").send_keys(photo)
        press(page, page.find_element(By.CSS_SELECTOR, ".upload button"))
        wait(lambda: len(page.find_elements(By.CSS_SELECTOR, ".photos li")) == index + 1)
        wait(lambda: page.find_element(By.ID, "link").text == "Live")
    press(page, page.find_elements(By.CSS_SELECTOR, ".tick")[0])
    wait(lambda: page.find_elements(By.CSS_SELECTOR, ".items .done"))
    trip = page.current_url
    page.quit()
    sights = [("list", server.address + "/"), ("trip", trip), ("changes", server.address + "/changes"), ("form", trip + "/edit"), ("places", server.address + "/places")]
    for name, width, height, dark in [("wide", 1280, 960, False), ("narrow", 390, 844, False), ("dark", 1280, 960, True), ("narrow-dark", 390, 844, True)]:
        window = browser(width, height, dark)
        for sight, address in sights:
            window.get(address)
            if sight != "form":
                wait(lambda: window.find_element(By.ID, "link").text == "Live")
            time.sleep(0.4)
            file = os.path.join(images, f"{sight}-{name}.png")
            window.save_screenshot(file)
            print(f"{file}  {os.path.getsize(file) // 1024} kB")
        window.quit()
    print("ended", server.stop())


main(*sys.argv[1:])
