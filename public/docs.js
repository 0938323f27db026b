// The parts of the docs that need a script: suggestions of the search, the current section, the example request, and
// the page as Markdown.
const storage = {
  get: (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null; // The browser may refuse access to its storage.
    }
  },
  set: (key, value) => {
    try {
      if (value) localStorage.setItem(key, value);
      else localStorage.removeItem(key);
    } catch {}
  },
};

function element(name, text, ...children) {
  const made = document.createElement(name);
  made.textContent = text;
  made.append(...children);
  return made;
}

function startSearch() {
  const search = document.querySelector("search");
  const input = search.querySelector("input");
  const list = search.querySelector("[data-suggestions]");
  let entries = [];
  let isLoaded = false;
  const load = async () => {
    if (isLoaded) return;
    isLoaded = true;
    const response = await fetch("/docs/search.json").catch(() => null);
    if (!response?.ok) isLoaded = false;
    else entries = await response.json();
    show();
  };
  // lib/docs/search.ts has the same rule for the page with all results.
  const find = (query) => {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    const holds = (text) => words.every((word) => text.toLowerCase().includes(word));
    const rank = ({ page, title, text }) =>
      [title, `${page} ${title}`, `${page} ${title} ${text}`].findIndex((place) => holds(place));
    if (words.length === 0) return [];
    const ranked = entries.map((entry) => ({ entry, rank: rank(entry) })).filter((one) => one.rank >= 0);
    return ranked
      .sort((one, other) => one.rank - other.rank)
      .slice(0, 8)
      .map(({ entry }) => entry);
  };
  const show = () => {
    const found = find(input.value);
    list.hidden = !isLoaded || entries.length === 0 || input.value.trim() === "";
    const links = found.map(({ page, title, address }) => {
      const link = element("a", title, element("span", page));
      link.href = address;
      return element("li", "", link);
    });
    list.replaceChildren(
      found.length > 0 ? element("ul", "", ...links) : element("p", "Nothing found. Try fewer or shorter words."),
    );
  };
  input.addEventListener("focus", load);
  input.addEventListener("input", () => {
    void load();
    show();
  });
  search.addEventListener("focusout", ({ relatedTarget }) => {
    if (!search.contains(relatedTarget)) list.hidden = true;
  });
  search.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !list.hidden) {
      list.hidden = true;
      input.focus();
      event.preventDefault();
    }
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    const stops = [input, ...list.querySelectorAll("a")];
    const next = stops.indexOf(document.activeElement) + (event.key === "ArrowDown" ? 1 : -1);
    stops[(next + stops.length) % stops.length].focus();
    event.preventDefault();
  });
  document.addEventListener("keydown", (event) => {
    const isTyping = event.target.closest("input, textarea, select, [contenteditable]");
    if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!input.checkVisibility()) return;
    event.preventDefault();
    input.focus();
    input.select();
  });
}

/** Marks the section that the reader is in: the last one whose heading is above the upper third of the window. */
function startContents() {
  const links = [...document.querySelectorAll("[data-contents] a")];
  const headings = links.map((link) => document.getElementById(decodeURIComponent(link.hash.slice(1))));
  if (links.length === 0) return;
  const mark = () => {
    const isAtEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 2;
    const passed = headings.filter((heading) => heading.getBoundingClientRect().top < innerHeight / 3).length;
    const current = isAtEnd && scrollY > 0 ? links.length - 1 : Math.max(0, passed - 1);
    links.forEach((link, index) => {
      if (index === current) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    });
  };
  let isWaiting = false;
  addEventListener(
    "scroll",
    () => {
      if (isWaiting) return;
      isWaiting = true;
      requestAnimationFrame(() => {
        isWaiting = false;
        mark();
      });
    },
    { passive: true },
  );
  mark();
}

/** Sends the example request, and shows its answer in place of the example answer. */
function startSending() {
  for (const form of document.querySelectorAll("form[data-send]")) {
    const outcome = form.querySelector("[data-outcome]");
    const button = form.querySelector("button");
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      button.disabled = true;
      outcome.textContent = "Sending…";
      try {
        const response = await fetch(form.action, {
          method: "POST",
          headers: { accept: "application/json" },
          body: new URLSearchParams(new FormData(form)),
        });
        const answer = await response.json();
        showAnswer(form, response.status, answer);
        if (!response.ok) outcome.textContent = answer.message;
        else {
          const link = element("a", "Open the checkout and pay");
          link.href = answer.url;
          link.target = "_blank";
          outcome.replaceChildren(link, " with 4111 1111 1111 1111. No money moves.");
        }
      } catch {
        outcome.textContent = "The sandbox did not answer. Try again.";
      }
      button.disabled = false;
    });
  }
}

function showAnswer(form, status, answer) {
  const block = form.previousElementSibling;
  const text = `${JSON.stringify(answer, null, 2)}\n`;
  const attached = block.querySelector("[data-answer]");
  if (attached) {
    attached.querySelector("[data-status]").textContent = status === 200 ? "200 OK" : String(status);
    attached.querySelector("code").textContent = text;
    return;
  }
  // In the reference, each status has a tab.
  const tabs = [...block.querySelectorAll("input")];
  const index = tabs.findIndex(({ value }) => value.startsWith(String(status)));
  if (index < 0) return;
  tabs[index].checked = true;
  block.querySelectorAll("code")[index].textContent = text;
}

/** Puts the reader's account number into the samples of all pages. */
function startAccount() {
  const key = "docs-account";
  const box = document.querySelector("[data-sample-account]");
  const sample = document.querySelector("[data-docs]").dataset.docs;
  let shown = sample;
  const use = (number) => {
    const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { currentNode } = texts;
      if (currentNode.parentElement.closest("pre, [data-account]")) {
        currentNode.nodeValue = currentNode.nodeValue.replaceAll(shown, number);
      }
    }
    for (const field of document.querySelectorAll("[data-send] [name=account_number]")) field.value = number;
    for (const name of document.querySelectorAll("[data-account-name]")) name.hidden = number !== sample;
    shown = number;
  };
  const stored = storage.get(key);
  if (stored && /^[1-9]\d{9}$/.test(stored)) use(stored);
  box?.addEventListener("submit", (event) => {
    event.preventDefault();
    const number = new FormData(event.target).get("account");
    storage.set(key, number);
    use(number);
    box.open = false;
  });
  box?.addEventListener("reset", () => {
    storage.set(key, null);
    use(sample);
    box.open = false;
  });
}

/** Copies the page as Markdown. The click passes a promise, because Safari allows no copying after a wait. */
function startCopying() {
  const button = document.querySelector("[data-copy-page]");
  if (!button) return;
  if (!navigator.clipboard?.write) button.hidden = true;
  const label = button.querySelector("span");
  const usual = label.textContent;
  const read = async () => {
    const response = await fetch(button.dataset.copyPage);
    if (!response.ok) throw new Error(`The page answered ${response.status}.`);
    return new Blob([await response.text()], { type: "text/plain" });
  };
  button.addEventListener("click", () => {
    navigator.clipboard.write([new ClipboardItem({ "text/plain": read() })]).then(
      () => {
        label.textContent = "Copied";
      },
      () => {
        label.textContent = usual;
      },
    );
  });
}

function start() {
  startSearch();
  startContents();
  startSending();
  startAccount();
  startCopying();
}

if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
else start();
