import { readdirSync, readFileSync } from "node:fs";

export const rulesFile = "ops/prometheus/alerts.yml";

export type Alert = { name: string; expression: string; runbook: string | undefined };

/** The alerts of the rules file. `promtool` checks its syntax; this reads only names, expressions and runbooks. */
export function readAlerts(): Alert[] {
  const [, ...blocks] = readFileSync(rulesFile, "utf8").split(/^ +- alert: /m);
  return blocks.map((block) => ({
    name: /^\S+/.exec(block)?.[0] ?? "",
    expression: /^ +expr: (?:>-\n)?([\s\S]*?)\n +(?:for|labels):/m.exec(block)?.[1] ?? "",
    runbook: /^ +runbook: (\S+)$/m.exec(block)?.[1],
  }));
}

type Panel = { title: string; targets?: { expr: string }[] };

/** The expressions of each panel of the dashboards. */
export function readPanels(): { title: string; expression: string }[] {
  return readdirSync("ops/grafana").flatMap((file) => {
    const { panels } = JSON.parse(readFileSync(`ops/grafana/${file}`, "utf8")) as { panels: Panel[] };
    return panels.flatMap(({ title, targets = [] }) =>
      targets.map(({ expr }) => ({ title: `${file}: ${title}`, expression: expr })),
    );
  });
}

/** The metrics that an expression names. A name that PromQL itself has, such as a function, has no such prefix. */
export const metricsIn = (expression: string): string[] => [
  ...new Set(expression.match(/\b(tradewind|nodejs|process)_[a-z0-9_]+|\bup\b/g)),
];

/** A metric in an expression, with the conditions on its labels. */
export type Selector = { text: string; name: string; matchers: { label: string; accepts(value: string): boolean }[] };

export const selectorsIn = (expression: string): Selector[] =>
  [...expression.matchAll(/\b((?:tradewind|nodejs|process)_[a-z0-9_]+|up\b)(?:\{([^}]*)\})?/g)].map(
    ([text, name = "", conditions = ""]) => ({
      text,
      name,
      matchers: [...conditions.matchAll(/(\w+)(=~|!~|!=|=)"([^"]*)"/g)].map(([, label = "", operator, value = ""]) => ({
        label,
        accepts: (given: string) =>
          (operator?.includes("~") ? new RegExp(`^(?:${value})$`).test(given) : given === value) ===
          operator?.startsWith("="),
      })),
    }),
  );
