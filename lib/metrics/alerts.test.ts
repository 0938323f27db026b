import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { renderMarkdown } from "@/lib/docs/markdown";
import { readAlerts } from "@/tests/support/in-process/ops-files";

const alerts = readAlerts();

it("every alert has a name of its own, an expression, and an entry in the runbook with its name", () => {
  expect(alerts.length).toBeGreaterThan(20);
  expect(new Set(alerts.map(({ name }) => name)).size).toBe(alerts.length);
  const { headings } = renderMarkdown(readFileSync("docs/operations.md", "utf8"), { addressOf: (href) => href });
  const ids = headings.map(({ id }) => id);
  for (const { name, expression, runbook } of alerts) {
    expect(expression, name).not.toBe("");
    expect(runbook, name).toBe(`docs/operations.md#${name.toLowerCase()}`);
    expect(ids, name).toContain(name.toLowerCase());
  }
});

it("every entry of the runbook belongs to an alert", () => {
  const entries = [...readFileSync("docs/operations.md", "utf8").matchAll(/^#### (Tradewind\w+)$/gm)];
  expect(entries.map(([, name]) => name).sort()).toEqual(alerts.map(({ name }) => name).sort());
});
