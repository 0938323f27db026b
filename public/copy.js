// The code blocks of the landing page and the docs, which have no React in the browser.

// Copy buttons.
document.addEventListener("click", (event) => {
  const button = event.target.closest("button[data-copy]");
  if (!button) return;
  const say = (word) => {
    button.lastElementChild.textContent = word;
    button.setAttribute("aria-label", `${word} ${button.dataset.copy}`);
  };
  // The browser may refuse to copy, and it has no clipboard on plain http. The button then does not report success.
  navigator.clipboard?.writeText(button.previousElementSibling.textContent).then(
    () => say("Copied"),
    () => say("Copy"),
  );
});

// The reader's programming language, on all pages. The browser may refuse access to its storage.
const languageKey = "code-language";

function chooseLanguage(language) {
  for (const input of document.querySelectorAll("[data-remembered] input")) input.checked ||= input.value === language;
}

document.addEventListener("change", ({ target }) => {
  if (!target.closest("[data-remembered]")) return;
  chooseLanguage(target.value);
  try {
    localStorage.setItem(languageKey, target.value);
  } catch {}
});

function chooseRemembered() {
  try {
    chooseLanguage(localStorage.getItem(languageKey));
  } catch {}
}

if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", chooseRemembered);
else chooseRemembered();
