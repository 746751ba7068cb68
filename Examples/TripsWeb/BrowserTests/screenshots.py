"""Pictures of the page: screenshots.py BUILD_FOLDER IMAGE_FOLDER"""

import math
import os
import shutil
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


def png(sky, size=640):
    """A picture of a sunset over hills and water, drawn here so that no file is needed."""
    rows = bytearray()
    for y in range(size):
        rows.append(0)
        for x in range(size):
            u, v = x / size, y / size
            pixel = [a + (b - a) * min(1, v / 0.56) ** 1.4 for a, b in zip(sky, (255, 196, 140))]

            def paint(color, cover):
                cover = max(0, min(1, cover))
                pixel[:] = [a + (b - a) * cover for a, b in zip(pixel, color)]

            far = math.hypot(u - 0.64, v - 0.47)
            paint((255, 226, 170), 0.5 - far * 2.2)
            paint((255, 244, 214), (0.07 - far) * size)
            for height, wide, shift, color in ((0.07, 9, 0.4, (120, 92, 128)), (0.05, 14, 2.1, (78, 66, 104))):
                ridge = 0.53 - height * (0.5 + 0.5 * math.sin(u * wide + shift)) + 0.01 * math.sin(u * 61)
                paint(color, (v - ridge) * size)
            if v > 0.56:
                pixel[:] = [a * 0.55 + b * 0.45 for a, b in zip(sky, (250, 190, 150))]
                glitter = abs(u - 0.64) < 0.05 + 0.09 * (v - 0.56) + 0.02 * math.sin(v * 240)
                paint((255, 226, 180), (0.55 if glitter else 0.08) * (0.6 + 0.4 * math.sin(v * 420)))
            rows += bytes(max(0, min(255, int(part))) for part in pixel)
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    head = struct.pack(">IIBBBBB", size, size, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(bytes(rows))) + chunk(b"IEND", b"")


def take(server, folder, images):
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


def main(build, images):
    os.makedirs(images, exist_ok=True)
    folder = tempfile.mkdtemp()
    server = Server(build, os.path.join(folder, "trips.store")).start()
    try:
        take(server, folder, images)
    finally:
        server.kill()
        shutil.rmtree(folder)


main(*sys.argv[1:])
