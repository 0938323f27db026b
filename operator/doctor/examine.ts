import { completeKeys } from "@/launch/command";
import { readHolder } from "@/launch/data-dir";
import { type Env, EnvError, env, extendEnv, rawEnv } from "@/lib/kit/env";
import { hasEncodedUser, parseUrl } from "@/lib/kit/urls";
import { backupChecks } from "./backups";
import { type Check, type CheckResult, type Finding, ok, problem, runCheck, type Setup, warning } from "./checks";
import { databaseChecks, firstChecks } from "./database";
import { machineChecks } from "./machine";
import { productChecks } from "./product";
import { publicUrlChecks } from "./public-url";
import { roleChecks } from "./roles";

/** Runs every check, whatever the others find. Changes nothing. */
export async function examine(backupMarker: string | undefined): Promise<CheckResult[]> {
  const { configuration, setup } = readConfiguration();
  const results = await runCheck({ name: "configuration", run: async () => configuration }, setup);
  const skipped: Check[] = [];
  const canRun = (check: Check): boolean => {
    const broken = results.filter(({ level }) => level === "problem").map((result) => result.check);
    const isPossible = !check.needs?.some((need) => broken.includes(need) || skipped.some(({ name }) => name === need));
    if (!isPossible) skipped.push(check);
    return isPossible;
  };
  for (const check of firstChecks) if (canRun(check)) results.push(...(await runCheck(check, setup)));
  const checks = [
    ...databaseChecks,
    ...roleChecks,
    ...productChecks,
    ...publicUrlChecks,
    ...backupChecks(backupMarker),
    ...machineChecks,
  ];
  results.push(...(await Promise.all(checks.filter(canRun).map((check) => runCheck(check, setup)))).flat());
  if (skipped.length > 0) {
    const names = skipped.map(({ name }) => name).join(", ");
    results.push({ check: "other checks", ...warning(`Not checked: ${names}.`, "Fix the problems above first.") });
  }
  return results;
}

function readConfiguration(): { configuration: Finding[]; setup: Setup } {
  try {
    const running = env().DATABASE_URL ? undefined : readHolder(env().DATA_DIR)?.databaseUrl;
    // The embedded database of a running «npm start». The environment stays what it was without DATABASE_URL.
    if (running) extendEnv({ DATABASE_URL: running, APP_ENV: env().APP_ENV });
    completeKeys();
    // Log only errors, because the operator reads the findings.
    if (!rawEnv().LOG_LEVEL) extendEnv({ LOG_LEVEL: "error" });
    return { configuration: [ok(`The variables are valid, for ${env().APP_ENV}.`)], setup: setupOf(env()) };
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    const action = "Correct the variable: docs/operations.md, «Configuration».";
    return { configuration: error.problems.map((text) => problem(text, action)), setup: setupOf(null) };
  }
}

/** Of an address that is not encoded, a part of the password could be printed as the host. */
const isDatabaseAddress = (text: string): boolean => /^postgres(ql)?:\/\//.test(text) && hasEncodedUser(text);

function setupOf(parsed: Env | null): Setup {
  const raw = rawEnv();
  const databaseUrl = parsed?.DATABASE_URL ?? raw.DATABASE_URL;
  return {
    env: parsed,
    databaseUrl: databaseUrl && isDatabaseAddress(databaseUrl) ? databaseUrl : undefined,
    publicUrl: parseUrl(parsed?.PUBLIC_URL ?? raw.PUBLIC_URL ?? ""),
  };
}
