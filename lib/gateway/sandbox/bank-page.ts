import { formatMoney } from "@/lib/format/money";
import { emptyMarkup, hiddenFields, Markup, markup } from "@/lib/kit/markup";
import { challengeCode } from "@/lib/reference/simulation";
import { bankStyle } from "./bank-style";
import { challengePath } from "./challenge-form";
import type { Charge } from "./charge";

/** The pages of the test bank. */

export type CodeProblem = "none" | "missing" | "wrong";

export function codePage(charge: Charge, page: { nonce: string; attemptsLeft: number; problem: CodeProblem }): string {
  const { nonce, attemptsLeft, problem } = page;
  const message = problemText(problem, attemptsLeft);
  const content = markup`<h1>Confirm the payment</h1>
<p class="quiet" id="hint">In this simulator the code is always ${challengeCode}.</p>
${charge.isVerification ? emptyMarkup : markup`<dl><dt>Amount</dt><dd>${formatMoney(charge)}</dd></dl>`}
<form method="post" action="${challengePath(charge.id)}">
<label for="code">Code</label>
${message ? markup`<p class="wrong" id="problem" role="alert">${message}</p>` : emptyMarkup}
<input id="code" name="code" type="text" inputmode="numeric" autocomplete="one-time-code" maxlength="12" required autofocus aria-describedby="${message ? "problem hint" : "hint"}"${message ? new Markup(' aria-invalid="true"') : emptyMarkup}>
<button type="submit" name="action" value="confirm">Confirm</button>
<button type="submit" name="action" value="cancel" class="second" formnovalidate>Cancel at the bank</button>
</form>
<script nonce="${nonce}">${new Markup(greeting)}</script>`;
  return bankPage({ title: "Confirm the payment", nonce, content });
}

/** Tells the checkout page that this page is shown in its frame. */
const greeting = `parent.postMessage({ type: "bank-shown" }, "*")`;

function problemText(problem: CodeProblem, attemptsLeft: number): string {
  switch (problem) {
    case "none":
      return "";
    case "missing":
      return "Enter the code.";
    case "wrong":
      return `Wrong code. ${attemptsLeft} ${attemptsLeft === 1 ? "try" : "tries"} left.`;
  }
}

export type Return = {
  title: string;
  url: string;
  fields: Readonly<Record<string, string>>;
  /** How often the page's script posts the form to the shop. Without JavaScript the customer presses the button. */
  posts: 0 | 1 | 2;
};

const postOnce = "document.forms[0].submit()";
const postTwice = `const form = document.forms[0];
fetch(form.action, { method: "POST", mode: "no-cors", body: new URLSearchParams(new FormData(form)) })
  .catch(() => {}).finally(() => form.submit())`;
const scripts = { 0: null, 1: postOnce, 2: postTwice } as const;

export function returnPage({ title, url, fields, posts }: Return, nonce: string): string {
  const script = scripts[posts];
  const content = markup`<h1>${title}</h1>
<p class="quiet">${posts > 0 ? "You are being taken back to the shop." : "Go back to the shop when you are ready."}</p>
<form method="post" action="${url}">${hiddenFields(fields)}<button type="submit">Return to the shop</button></form>
${script ? markup`<script nonce="${nonce}">${new Markup(script)}</script>` : emptyMarkup}`;
  return bankPage({ title, nonce, content });
}

/** The last page of a simulated bank that never returns the customer to the shop. */
export function stayingPage(title: string, nonce: string): string {
  const content = markup`<h1>${title}</h1>
<p class="quiet">You are done here. This bank was told not to send you back.</p>`;
  return bankPage({ title, nonce, content });
}

export function unknownPage(nonce: string): string {
  const title = "There is nothing to confirm here";
  return bankPage({
    title,
    nonce,
    content: markup`<h1>${title}</h1><p class="quiet">Go back to the shop and try again.</p>`,
  });
}

function bankPage({ title, nonce, content }: { title: string; nonce: string; content: Markup }): string {
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} – Test Bank</title>
<style nonce="${nonce}">${new Markup(bankStyle)}</style>
</head>
<body>
<main>
<p class="bank"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M3 22h18M6 18v-7m4 7v-7m4 7v-7m4 7v-7M12 2l8 5H4zM4 18h16"/></svg>Test Bank <span>Simulator</span></p>
${content}
</main>
</body>
</html>
`.text;
}
