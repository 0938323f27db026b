import { hour, later, minute } from "@/lib/kit/clock";
import { commandLine } from "@/lib/kit/commands";
import { type Env, EnvError } from "@/lib/kit/env";
import { type Check, type Finding, ok, problem, textOf, warning } from "./checks";

/** Checks that read the database through the product's own code. They need a correct configuration. */

const queueLateMs = minute;
/** The worker compares the books every hour. */
const reportAgeMaxMs = 3 * hour;

/** `run` is called only with a correct configuration. */
const withEnv =
  (work: (env: Env) => Promise<Finding | Finding[]>): Check["run"] =>
  async ({ env }) =>
    env ? work(env) : [];

const checkSecretsOf = withEnv(async () => {
  const { checkSecrets } = await import("@/lib/app-secret/check-secrets");
  try {
    await checkSecrets({ registers: false });
    return ok("APP_SECRET and CARD_KEYS match the database.");
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    return error.problems.map((text) =>
      problem(text, "Set the secrets of this database. Restore them from your copy."),
    );
  }
});

const checkMail = withEnv(async ({ SMTP_URL, isProduction }) => {
  if (!SMTP_URL) {
    return isProduction
      ? problem("No mail server is configured, so receipts wait.", "Set SMTP_URL and MAIL_FROM.")
      : ok("No mail server: read sandbox mail at /sandbox/mail.");
  }
  const { verifyMailServer } = await import("@/lib/mail/transport");
  try {
    await verifyMailServer(SMTP_URL);
    return ok("The mail server answers and accepts the sign-in. No mail was sent.");
  } catch (error) {
    return problem(
      `The mail server cannot be used: ${textOf(error)}.`,
      "Correct SMTP_URL: address, port, user and password.",
    );
  }
});

const checkMetrics = withEnv(async ({ METRICS_TOKEN, isProduction }) => {
  if (METRICS_TOKEN) return ok("METRICS_TOKEN protects /metrics.");
  return isProduction
    ? warning(
        "METRICS_TOKEN is not set, so /metrics refuses every client.",
        "Set METRICS_TOKEN here and in Prometheus.",
      )
    : ok("No METRICS_TOKEN: /metrics is open in development.");
});

const checkAcquirer = withEnv(async ({ isProduction }) => {
  const { listTerminals } = await import("@/lib/acquirers/operate-terminals");
  const active = (await listTerminals()).filter(({ state }) => state === "active");
  if (active.length === 0) {
    return isProduction
      ? warning("No terminal is active, so live payments are refused.", `See «${commandLine("acquirers", "add")}».`)
      : ok("No live acquirer: only sandbox payments.");
  }
  const { readGateways } = await import("@/lib/acquirers/read-health");
  const gateways = await readGateways();
  const tests = active.filter(({ isTest }) => isTest && isProduction).map(({ id }) => id);
  const problems = gateways.flatMap(({ baseAddress, health }) => {
    if (!health || health.isLate) return [warning(`No worker checks ${baseAddress}.`, "Start a worker.")];
    return health.isUp ? [] : [problem(`${baseAddress} is down.`, "Call the acquirer. It gets no new payments.")];
  });
  if (tests.length > 0) {
    const what = `Payments at these test terminals move no money: ${tests.join(", ")}.`;
    problems.push(warning(what, `Unless this is staging: «${commandLine("acquirers", "disable")}».`));
  }
  return problems.length > 0 ? problems : ok(`Every gateway answers; active terminals: ${active.length}.`);
});

const checkWorker = withEnv(async () => {
  const { readBacklog } = await import("@/lib/metrics/store");
  const { workers = 0, heartbeatAt = null } = (await readBacklog()) ?? {};
  if (workers > 0) return ok(`${workers} ${workers === 1 ? "worker makes" : "workers make"} progress.`);
  const last = heartbeatAt ? `since ${heartbeatAt.toISOString()}` : "yet";
  return problem(`No worker has made progress ${last}.`, "Start a worker, and read its log.");
});

const checkQueues = withEnv(async ({ SMTP_URL }) => {
  const { readWaits } = await import("@/lib/metrics/store");
  const waits = await readWaits();
  const late = waits.filter(({ queue, waitMs }) => waitMs < -queueLateMs && (queue !== "mail" || SMTP_URL));
  if (late.length === 0) return ok("No queue is late.");
  return late.map(({ queue, waitMs }) =>
    warning(
      `The queue ${queue} is ${Math.round(-waitMs / minute)} minutes late.`,
      "Start more workers, and read their log.",
    ),
  );
});

const checkBooks = withEnv(async () => {
  const { findLastReport } = await import("@/lib/reconciliation/store");
  const comparedAt = (await findLastReport())?.createdAt;
  if (!comparedAt || comparedAt < later(-reportAgeMaxMs)) {
    const last = comparedAt ? `since ${comparedAt.toISOString()}` : "yet";
    return warning(`The books have not been compared ${last}.`, "Start a worker: it compares them every hour.");
  }
  const { countDifferences } = await import("@/lib/metrics/store");
  const differences = (await countDifferences())?.reconciliation ?? 0;
  if (differences === 0) return ok("The reconciliations of the last seven days found no difference.");
  return problem(
    `The reconciliations of seven days found ${differences} differences.`,
    `Run «${commandLine("ledger", "report")}».`,
  );
});

const configuration = ["configuration"] as const;
const all = ["configuration", "database", "migrations"] as const;
export const productChecks: readonly Check[] = [
  { name: "secrets", run: checkSecretsOf, needs: all },
  { name: "mail", run: checkMail, limitMs: 30_000, needs: configuration },
  { name: "metrics", run: checkMetrics, needs: configuration },
  { name: "acquirer", run: checkAcquirer, needs: all },
  { name: "worker", run: checkWorker, needs: all },
  { name: "queues", run: checkQueues, needs: all },
  { name: "books", run: checkBooks, needs: all },
];
