import { type Env, rawEnv } from "@/lib/kit/env";
import { userOfAddress } from "@/lib/kit/urls";

/** The result of one check. `action` says what the operator should do. */
export type Finding = { level: "ok" | "warning" | "problem"; message: string; action?: string };
export type CheckResult = Finding & { check: string };

/** `env` is null if the configuration is wrong. The checks that need only an address still run. */
export type Setup = { env: Env | null; databaseUrl: string | undefined; publicUrl: URL | null };

export type Check = {
  name: string;
  run(setup: Setup): Promise<Finding | Finding[]>;
  limitMs?: number;
  /** Without these, the check would only repeat their problem. */
  needs?: readonly ("configuration" | "database" | "migrations")[];
};

const usualLimitMs = 10_000;

export const ok = (message: string): Finding => ({ level: "ok", message });
export const warning = (message: string, action: string): Finding => ({ level: "warning", message, action });
export const problem = (message: string, action: string): Finding => ({ level: "problem", message, action });

/** Runs a check within its time limit. An error or a hang of one check is its result, and never stops the others. */
export async function runCheck({ name, run, limitMs = usualLimitMs }: Check, setup: Setup): Promise<CheckResult[]> {
  const findings = await withLimit(run(setup), limitMs).catch((error: unknown) =>
    problem(`The check failed: ${textOf(error)}`, "Remove the cause that the message names, and run the doctor again."),
  );
  return [findings].flat().map((finding) => ({ check: name, ...mapTexts(finding, hideSecrets) }));
}

async function withLimit<Result>(work: Promise<Result>, limitMs: number): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${limitMs / 1000} seconds`)), limitMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

export function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const [first] = error instanceof AggregateError ? error.errors : [error.cause];
  const { message, code } = error as NodeJS.ErrnoException;
  const cause = first instanceof Error && first.message !== message ? ` (${first.message})` : "";
  return `${message || code || error.name}${cause}`;
}

const mapTexts = ({ message, action, ...rest }: Finding, map: (text: string) => string): Finding => ({
  ...rest,
  message: map(message),
  ...(action !== undefined && { action: map(action) }),
});

const secretVariables = ["APP_SECRET", "CARD_KEYS", "METRICS_TOKEN"];
const addressVariables = ["DATABASE_URL", "DIRECT_DATABASE_URL", "MIGRATE_DATABASE_URL", "SMTP_URL"];

/** A database URL may list several servers, which `URL` does not parse. A password may not be encoded as it should. */
function passwordsIn(address: string): string[] {
  const password = userOfAddress(address).replace(/^[^:]*:?/, "");
  return [password, decodeURIComponent(password.replace(/%(?![0-9a-f]{2})/gi, "%25")), ...password.split(/[@/?#]/)];
}

/** Shorter parts of a list are versions, or words of a secret that are words of our messages, too. */
const isLong = (text: string): boolean => text.length >= 12;

/** Error messages of libraries may repeat parts of the configuration. `scrub()` of the log needs a valid one. */
function hideSecrets(text: string): string {
  const raw = rawEnv();
  const secrets = [
    ...secretVariables.flatMap((name) => [raw[name] ?? "", ...(raw[name]?.split(/[\s,:]+/) ?? [])]).filter(isLong),
    ...addressVariables.flatMap((name) => passwordsIn(raw[name] ?? "")),
  ].filter((secret) => secret.length >= 4);
  return secrets.reduce((hidden, secret) => hidden.replaceAll(secret, "***"), text.replace(/\s+/g, " ").trim());
}
