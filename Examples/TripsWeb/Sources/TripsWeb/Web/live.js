"use strict";

// Keeps a page current, and sends its small forms without loading it anew. Without this script everything works too.
(() => {
  const body = document.body;
  const act = document.getElementById("act");
  const notice = document.getElementById("notice");
  let source = null;
  let seen = body.dataset.seen || "";
  let retry = 0;

  body.classList.add("with-script");

  // --- Events: each carries the fragments that have changed, by the ids of their elements.

  function show(fragments) {
    const active = document.activeElement;
    for (const [name, html] of Object.entries(fragments)) {
      const old = document.getElementById(name);
      if (!old) continue;
      const template = document.createElement("template");
      template.innerHTML = html;
      const fresh = template.content.firstElementChild;
      const before = new Map([...old.querySelectorAll("[data-key]")].map((part) => [part.dataset.key, part.outerHTML]));
      const hadFocus = old.contains(active);
      old.replaceWith(fresh);
      for (const part of fresh.querySelectorAll("li[data-key]")) {
        if (before.get(part.dataset.key) !== part.outerHTML) part.classList.add("fresh");
      }
      // The button that was pressed is there again, or its list is: who uses the keyboard goes on from there.
      if (hadFocus) {
        const again = active.id && document.getElementById(active.id);
        (again && !again.disabled ? again : fresh).focus({ preventScroll: true });
      }
    }
    if ("undo" in fragments) tellUndo();
    const heading = document.querySelector("#head h1");
    if (heading) document.title = heading.textContent + " · Trips";
  }

  // Says for some seconds what was done; then the button is left.
  function tellUndo() {
    const undo = document.getElementById("undo");
    undo.classList.add("told");
    setTimeout(() => undo.classList.remove("told"), 8000);
  }

  function tell(state) {
    const link = document.getElementById("link");
    link.className = "link " + state;
    link.textContent = state === "live" ? "Live" : state === "lost" ? "Reconnecting" : "";
  }

  function connect() {
    clearTimeout(retry);
    if (!body.dataset.live || document.hidden || source) return;
    const address = new URL(body.dataset.live, location.href);
    address.searchParams.set("since", seen);
    source = new EventSource(address);
    source.addEventListener("open", () => tell("live"));
    source.addEventListener("fragments", (event) => {
      seen = event.lastEventId;
      show(JSON.parse(event.data));
    });
    source.addEventListener("error", () => {
      tell("lost");
      // The browser tries again by itself, unless the server has answered with an error.
      if (source && source.readyState === EventSource.CLOSED) {
        disconnect();
        retry = setTimeout(connect, 1000);
      }
    });
  }

  function disconnect() {
    if (source) source.close();
    source = null;
  }

  // A page that nobody sees needs no connection, of which a browser has six for a server; it is current when it is seen.
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) disconnect();
    else connect();
  });
  addEventListener("pagehide", disconnect);
  addEventListener("pageshow", connect);

  // --- Search as you type: the address changes, and the stream of the new address brings the list.

  const search = document.querySelector("form[data-search]");
  let typing = 0;

  function look() {
    const values = new URLSearchParams(new FormData(search));
    for (const [name, value] of [...values]) if (!value) values.delete(name);
    const address = location.pathname + (values.size ? "?" + values : "");
    history.replaceState(null, "", address);
    body.dataset.live = "/live" + address;
    seen = "";
    disconnect();
    connect();
  }

  if (search) {
    search.addEventListener("input", (event) => {
      clearTimeout(typing);
      typing = setTimeout(look, event.target.type === "search" ? 120 : 0);
    });
    search.addEventListener("submit", (event) => {
      event.preventDefault();
      look();
    });
  }

  // --- Forms that stay on the page.

  function say(text) {
    notice.textContent = text;
    notice.hidden = !text;
  }

  // One after the other: what is pressed while another form is under way waits, and the same once more counts once.
  let sending = Promise.resolve();
  const waiting = new Set();

  function send(form, button) {
    const address = (button && button.getAttribute("formaction")) || form.action;
    const values = new FormData(form, button);
    const press = address + " " + (values.get("value") || "");
    if (waiting.has(press)) return;
    waiting.add(press);
    sending = sending.then(() => post(form, button, address, values)).finally(() => waiting.delete(press));
  }

  // Makes a form that was taken ready for the next one; what was typed into it meanwhile stays.
  function clear(form, values) {
    const hasMore = [...form.elements].some((field) => field.type === "text" && field.value !== values.get(field.name));
    if (!hasMore) form.reset();
    const once = crypto.getRandomValues(new Uint8Array(16));
    form.elements.once.value = [...once].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  async function post(form, button, address, values) {
    try {
      values.set("back", location.pathname + location.search);
      const hasFile = form.enctype === "multipart/form-data";
      const answer = await fetch(address, {
        method: "POST",
        headers: { "X-Requested-With": "live" },
        body: hasFile ? values : new URLSearchParams(values),
      });
      const isText = (answer.headers.get("Content-Type") || "").startsWith("text/plain");
      say(answer.ok ? "" : isText ? await answer.text() : "The server did not take this. Load the page again.");
      if (!answer.ok) return;
      if (button && "leave" in button.dataset) location.assign("/");
      if (form !== act) clear(form, values);
      // Without a stream nothing would show what was done.
      if (!source) location.reload();
    } catch {
      say("The server cannot be reached. Try again in a moment.");
    }
  }

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form !== act && !("stay" in form.dataset)) return;
    event.preventDefault();
    send(form, event.submitter);
  });

  // --- Keys: “/” searches, “n” is a new trip, “a” adds an item, “e” edits, “z” undoes.

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const place = event.target;
    if (event.key === "Escape" && place.type === "search") place.blur();
    if (place.matches("input, textarea, select")) return;
    const target = [...document.querySelectorAll("[data-key]:is(a, button, input)")].find(
      (element) => element.dataset.key === event.key
    );
    if (!target) return;
    event.preventDefault();
    if (target.matches("input")) target.focus();
    else target.click();
  });

  // This page is the answer to a form.
  const [arrival] = performance.getEntriesByType("navigation");
  if (arrival && arrival.redirectCount > 0) tellUndo();

  connect();
})();
