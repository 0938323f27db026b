// Payment links, card links and receipts work without this script.

// A form that asks nothing leads to the checkout at once. It does so once per tab, so that a payer who comes back, for
// example after cancelling, sees the page. Without storage the payer presses the button.
const once = document.querySelector("form[data-once]");
try {
  if (once && sessionStorage.getItem(location.pathname) === null) {
    sessionStorage.setItem(location.pathname, "sent");
    once.submit();
  }
} catch {}

// Submits the language as soon as it is chosen.
for (const select of document.querySelectorAll("select[name=lang]")) select.onchange = () => select.form.submit();

// The button to print does nothing without this script, so only the script shows it.
for (const part of document.querySelectorAll("[data-print]")) {
  part.hidden = false;
  part.onclick = () => print();
}
