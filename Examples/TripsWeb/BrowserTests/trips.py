"""The program under test, the other programs that change its store, and browsers."""

import json
import os
import re
import signal
import subprocess
import time
import urllib.request

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service


class Server:
    """A server on a store. A port that it has been given once is kept when it is started again."""

    def __init__(self, build, store, person="anna", configuration="debug"):
        self.folder = os.path.join(build, configuration)
        self.store = store
        self.person = person
        self.port = 0
        self.process = None

    def start(self):
        log = open(self.store + ".log", "a")
        self.process = subprocess.Popen(
            [os.path.join(self.folder, "trips-web"), "--store", self.store, "--port", str(self.port), "--as", self.person],
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
        )
        line = self.process.stdout.readline()
        match = re.search(r"http://127\.0\.0\.1:(\d+)/", line)
        if not match:
            raise RuntimeError("the server did not start: " + line + open(self.store + ".log").read()[-2000:])
        self.port = int(match.group(1))
        return self

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self):
        """Ends the server in order; the status and the seconds that it took."""
        start = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout=30), time.monotonic() - start

    def log(self):
        return open(self.store + ".log").read()

    @property
    def address(self):
        return f"http://127.0.0.1:{self.port}"

    def health(self):
        with urllib.request.urlopen(self.address + "/health") as answer:
            return json.load(answer)

    def memory(self):
        """The resident memory in bytes."""
        for line in open(f"/proc/{self.process.pid}/status"):
            if line.startswith("VmRSS"):
                return int(line.split()[1]) * 1024
        raise RuntimeError("no VmRSS")

    def trips(self, *words, person="terminal"):
        """Runs the terminal program on the same store."""
        command = [os.path.join(self.folder, "trips"), *words, "--store", self.store]
        if words[0] != "import" and person:
            command += ["--as", person]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout

    def sql(self, statement):
        """Runs the sqlite3 program on the same store."""
        command = ["sqlite3", "-cmd", ".timeout 5000", self.store, statement]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def browser(width=1280, height=900, dark=False, script=True):
    """A window of Debian's Chromium, without a head."""
    options = Options()
    options.binary_location = "/usr/bin/chromium"
    for word in ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--hide-scrollbars"]:
        options.add_argument(word)
    options.add_argument(f"--window-size={width},{height}")
    if not script:
        options.add_experimental_option("prefs", {"profile.managed_default_content_settings.javascript": 2})
    driver = webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)
    driver.set_window_size(width, height)
    if width < 500:
        metrics = {"width": width, "height": height, "deviceScaleFactor": 2, "mobile": True}
        driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    theme = [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": theme})
    return driver


def press(window, element):
    """Clicks something in the middle of the window."""
    window.execute_script("arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' })", element)
    element.click()


def wait(until, seconds=30, pause=0.005):
    """Waits until something is true; the seconds that it took."""
    start = time.monotonic()
    while True:
        try:
            if until():
                return time.monotonic() - start
        except Exception:
            if time.monotonic() - start > seconds:
                raise
        if time.monotonic() - start > seconds:
            raise AssertionError(f"not so after {seconds} s")
        time.sleep(pause)
