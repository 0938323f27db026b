/**
 * Style of the test bank's pages. It differs from the checkout page, because a bank is another company. It fits the
 * smallest 3DS window, 250 × 400 pixels.
 */
export const bankStyle = `
:root { color-scheme: light dark; --surface: #fff; --text: #1b2030; --quiet: #535b70; --line: #848ca1; --accent: #3b3f9e; --on-accent: #fff; --note: #eef0fa; --wrong: #a8151f; }
@media (prefers-color-scheme: dark) { :root { --surface: #12141d; --text: #edeff7; --quiet: #b0b7cb; --line: #777f96; --accent: #b3b8ff; --on-accent: #12141d; --note: #20243a; --wrong: #ff9d9d; } }
*, *::before, *::after { box-sizing: border-box; }
body { margin: 0; background: var(--surface); color: var(--text); font: 1rem/1.45 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; overflow-wrap: anywhere; }
main { max-width: 26rem; margin: 0 auto; padding: .75rem 1rem 1rem; }
.bank { display: flex; align-items: center; gap: .5rem; margin: 0 0 .75rem; font-weight: 650; }
.bank svg { width: 1.5rem; height: 1.5rem; fill: var(--accent); flex: none; }
.bank span { margin-inline-start: auto; padding: .1rem .5rem; border-radius: 1rem; background: var(--note); color: var(--quiet); font-size: .8rem; font-weight: 500; }
h1 { margin: 0 0 .5rem; font-size: 1.2rem; line-height: 1.25; }
p { margin: 0 0 .75rem; }
.quiet { color: var(--quiet); font-size: .9rem; }
.amount { font-size: 1.35rem; font-weight: 650; font-variant-numeric: tabular-nums; }
.wrong { color: var(--wrong); font-weight: 600; }
label { display: block; margin-bottom: .25rem; font-weight: 600; }
input { width: 100%; min-height: 2.75rem; padding: .4rem .75rem; border: 1px solid var(--line); border-radius: .4rem; background: var(--surface); color: var(--text); font: inherit; font-size: 1.25rem; letter-spacing: .2em; }
input[aria-invalid="true"] { border-color: var(--wrong); border-width: 2px; }
.actions { display: flex; flex-wrap: wrap; gap: .5rem; margin-top: .75rem; }
button { flex: 1 1 6rem; min-height: 2.75rem; padding: .4rem .5rem; border: 1px solid var(--accent); border-radius: .4rem; background: var(--accent); color: var(--on-accent); font: inherit; font-weight: 600; cursor: pointer; }
button.second { background: transparent; color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
`;
