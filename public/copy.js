// The copy buttons of the landing page and the docs, which have no React in the browser.
document.addEventListener("click", (event) => {
  const button = event.target.closest("button[data-copy]");
  if (!button) return;
  const say = (word) => {
    button.textContent = word;
    button.setAttribute("aria-label", `${word} ${button.dataset.copy}`);
  };
  // The browser may refuse to copy, and it has no clipboard on plain http. The button then does not report success.
  navigator.clipboard?.writeText(button.previousElementSibling.textContent).then(
    () => say("Copied"),
    () => say("Copy"),
  );
});
