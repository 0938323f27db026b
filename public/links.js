// Payment links and receipts work without this script.

// Submits the language as soon as it is chosen.
for (const select of document.querySelectorAll("select[name=lang]")) select.onchange = () => select.form.submit();

// The button to print does nothing without this script, so only the script shows it.
for (const part of document.querySelectorAll("[data-print]")) {
  part.hidden = false;
  part.onclick = () => print();
}
