/**
 * Style of the test bank's pages. It differs from the checkout page, because a bank is another company, and it is light
 * in dark mode too, like the pages of most banks. It fits the smallest 3DS window, 250 × 400 pixels.
 */
export const bankStyle = `
:root { color-scheme: light; --text: #14172b; --quiet: #4d5269; --line: #767c96; --accent: #3a3f9b; --strong: #2b2f7d; --note: #eef0fa; --wrong: #a8151f; }
*, *::before, *::after { box-sizing: border-box; }
body { margin: 0; background: #fff; color: var(--text); font: .9375rem/1.45 Arial, "Liberation Sans", Helvetica, sans-serif; overflow-wrap: anywhere; }
main { max-width: 28rem; margin: 0 auto; padding: 1.75rem 1.25rem 1rem; }
.bank { display: flex; align-items: center; gap: .625rem; margin: 0 0 2.25rem; color: var(--accent); font-size: 1rem; font-weight: 700; }
.bank svg { width: 1.25rem; height: 1.25rem; fill: none; stroke: currentColor; stroke-width: 1.75; stroke-linecap: round; stroke-linejoin: round; flex: none; }
.bank span { margin-inline-start: auto; padding: .125rem .5rem; border: 1px dashed var(--line); border-radius: .25rem; color: var(--quiet); font-size: .8125rem; font-weight: 400; }
h1 { margin: 0 0 .5rem; font-size: 1.25rem; line-height: 1.25; }
p { margin: 0 0 1rem; }
.quiet { color: var(--quiet); }
dl { display: flex; gap: 1.5rem; margin: 1.5rem 0 2rem; font-size: .875rem; }
dt { min-width: 4.25rem; color: var(--quiet); }
dd { margin: 0; font-variant-numeric: tabular-nums; }
.wrong { margin-bottom: .5rem; color: var(--wrong); font-weight: 700; }
label { display: block; margin-bottom: .5rem; font-size: .875rem; font-weight: 700; }
input { width: 100%; min-height: 3rem; padding: .4rem .75rem; border: 1px solid var(--line); border-radius: .25rem; background: #fff; color: var(--text); font: inherit; font-size: 1.25rem; letter-spacing: .2em; }
input[aria-invalid="true"] { border-color: var(--wrong); border-width: 2px; }
button { width: 100%; min-height: 3rem; margin-top: 1rem; padding: .4rem .5rem; border: 1px solid transparent; border-radius: .25rem; background: var(--accent); color: #fff; font: inherit; font-size: 1rem; font-weight: 700; cursor: pointer; }
button:hover { background: var(--strong); }
button.second { margin-top: .5rem; background: none; color: var(--accent); font-size: .875rem; font-weight: 400; }
button.second:hover { text-decoration: underline; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
@media (width < 22rem) { main { padding-top: .75rem; } .bank { margin-bottom: .75rem; } dl { margin: .75rem 0; } button { margin-top: .5rem; } }
`;
