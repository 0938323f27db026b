import { emptyMarkup, Markup, markup } from "@/lib/kit/markup";
import { requestsMax } from "./limit-requests";
import { type CaseOutcome, type CaseReport, caseOutcomes, type KitExchange, type KitReport } from "./report";

/** The report as one HTML file that loads nothing. Everything that the shop said is escaped. */

export const outcomeLabels: Readonly<Record<CaseOutcome, string>> = {
  failed: "Wrong",
  advice: "Advice",
  not_seen: "Not seen",
  passed: "Right",
};

const join = (parts: readonly Markup[]): Markup => new Markup(parts.map(({ text }) => text).join(""));

export function reportPage(report: KitReport): string {
  const { target, cases } = report;
  const groups = caseOutcomes.map((outcome) => ({ outcome, found: cases.filter((one) => one.outcome === outcome) }));
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Conformance report · Tradewind</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>Conformance report</h1>
<p>${reportHeadline(report)}</p>
<dl>
${fact("Tested at", `${report.started_at.slice(0, 16).replace("T", " ")} UTC`)}${fact("Environment", "Sandbox")}${fact("Return URL", target.return_url)}
${fact("Order status URL", target.order_status_url)}${fact("Webhook URL", target.webhook_url)}${fact("Start URL", target.start_url)}
</dl>
${join(groups.filter(({ found }) => found.length > 0).map(({ outcome, found }) => groupOf(outcome, found)))}
</main>
</body>
</html>
`.text;
}

/** What the whole run showed, in a few words. */
export function reportHeadline({ summary, target, not_tried = 0 }: KitReport): string {
  const { failed, advice, not_seen, passed } = summary;
  const counted = [
    `${failed} wrong`,
    ...(advice > 0 ? [`${advice} with advice`] : []),
    ...(not_seen > 0 ? [`${not_seen} not seen`] : []),
    `${passed} right`,
  ];
  const verdict =
    failed > 0
      ? "Your integration has mistakes."
      : not_seen > 0 || passed === 0
        ? "The kit found no mistake, but it did not see everything."
        : "Your integration is right.";
  const untested = target.webhook_url === null ? " Webhooks were not tested." : "";
  const untried =
    not_tried > 0 ? ` ${not_tried} cases were not tried, because a run sends at most ${requestsMax} requests.` : "";
  return `${verdict} Of ${failed + advice + not_seen + passed} cases: ${counted.join(", ")}.${untested}${untried}`;
}

const fact = (name: string, value: string | null): Markup =>
  value === null ? emptyMarkup : markup`<dt>${name}</dt><dd>${value}</dd>`;

const groupOf = (outcome: CaseOutcome, found: readonly CaseReport[]): Markup =>
  markup`<h2>${outcomeLabels[outcome]} (${found.length})</h2>${join(found.map(caseOf))}`;

const caseOf = (one: CaseReport): Markup => markup`<article class="${one.outcome}">
<h3>${one.title}</h3>
<p>${one.sent} ${one.did}</p>
${join(one.wrong.map((sentence) => markup`<p><strong>${sentence}</strong></p>`))}
<p>What is right: ${one.right} <a href="${one.docs}">Read how to do it: ${one.title}</a></p>
${one.requests.length > 0 ? markup`<details><summary>Requests of “${one.title}”</summary>${join(one.requests.map(requestOf))}</details>` : emptyMarkup}
</article>
`;

const requestOf = ({ method, url, body, status, error, duration_ms, answer }: KitExchange): Markup =>
  markup`<pre tabindex="0">${method} ${url}${body === null ? "" : `\n\n${body}`}</pre>
<p>${status === null ? `No answer after ${duration_ms} ms. ${error ?? ""}` : `Answer: ${status}, after ${duration_ms} ms.`}</p>
${answer === "" ? emptyMarkup : markup`<pre tabindex="0">${answer}</pre>`}`;

const style = new Markup(`
:root { color-scheme: light dark; --text: #0d1b22; --page: #f5f8f8; --raised: #fff; --line: #d5e0e3; --accent: #0a6375;
  --failed: #b3261e; --advice: #7a5200; --not_seen: #4c616a; --passed: #11704a; }
@media (prefers-color-scheme: dark) { :root { --text: #e9f1f3; --page: #0a1317; --raised: #14232a; --line: #2a3f48;
  --accent: #5cc6d8; --failed: #ff9a90; --advice: #f3c267; --not_seen: #9fb4bb; --passed: #6fd3a0; } }
body { margin: 0; background: var(--page); color: var(--text); font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 48rem; margin: 0 auto; padding: 2rem 1rem; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: minmax(7rem, auto) 1fr; gap: .25rem 1rem; }
dt { font-weight: 600; } dd { margin: 0; }
article { margin: 1rem 0; padding: .5rem 1rem; border: 1px solid var(--line); border-left: .25rem solid var(--line); background: var(--raised); }
.failed { border-left-color: var(--failed); } .advice { border-left-color: var(--advice); }
.not_seen { border-left-color: var(--not_seen); } .passed { border-left-color: var(--passed); }
.failed strong { color: var(--failed); } .advice strong { color: var(--advice); }
h3 { margin: .5rem 0; font-size: 1.0625rem; } a { color: var(--accent); } summary { cursor: pointer; padding: .5rem 0; }
pre { overflow: auto; max-height: 20rem; padding: .75rem; border: 1px solid var(--line); white-space: pre-wrap; font-size: .8125rem; }
`);
