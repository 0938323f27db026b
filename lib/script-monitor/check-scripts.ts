import { createHash } from "node:crypto";
import { samplePath } from "@/lib/checkout/page/sample-page";
import { hour, later, minute, now, second } from "@/lib/kit/clock";
import { env } from "@/lib/kit/env";
import { newUlid } from "@/lib/kit/ids";
import { log } from "@/lib/kit/log";
import { parseUrl } from "@/lib/kit/urls";
import { checkoutMethods } from "@/lib/reference/stored-values";
import { readPageScripts } from "./page-scripts";
import { type InventoryScript, readScriptInventory, type ScriptInventory } from "./script-inventory";
import { findLastScriptCheck, insertScriptCheck, type ScriptCheck } from "./store";

/** The check runs every hour. PCI DSS 11.6.1 requires at least one check per week. */
const checkEvery = hour;
/**
 * A check that found a difference is repeated soon. A difference caused by a deployment disappears quickly, and the
 * operator desk should not show it for an hour.
 */
const repeatAfter = 4 * minute;
const problemsMax = 20;
const answerWithin = 15 * second;
/** The headers of a browser, so that changes served only to browsers are found too. */
const browser = {
  accept: "text/html,application/xhtml+xml,*/*;q=0.8",
  "user-agent": "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36",
};

type Source = { origin: string; inventory: ScriptInventory };

/** Worker sweep: checks the scripts that `PUBLIC_URL` serves if a check is due. Needs a build to compare with. */
export async function checkServedScripts(): Promise<void> {
  const inventory = readScriptInventory();
  if (!inventory) return warnWithoutInventory();
  const last = await findLastScriptCheck();
  const due = last && later(last.problems.length > 0 ? repeatAfter : checkEvery, last.checkedAt);
  if (due && now() < due) return;
  try {
    await checkScripts({ origin: env().PUBLIC_URL, inventory });
  } catch (error) {
    log.warn(
      { event: "checkout_scripts_unchecked", err: error },
      "the scripts of the payment page could not be fetched",
    );
    throw error;
  }
}

let hasWarned = false;

function warnWithoutInventory(): void {
  if (hasWarned || env().APP_ENV !== "production") return;
  hasWarned = true;
  log.warn("the scripts of the payment page are not checked: this worker has no build, run «npm run build»");
}

/** Compares the pages and scripts that an origin serves with the inventory. Throws if the origin does not answer. */
export async function checkScripts({ origin, inventory }: Source): Promise<ScriptCheck> {
  const problems = new Set<string>();
  for (const method of checkoutMethods) {
    const page = await readPage(new URL(samplePath(method), origin));
    const unknown = page.addresses.filter((address) => !isListed(address, { origin, inventory }));
    for (const address of unknown) problems.add(`${address.slice(0, 200)} is not in the inventory.`);
    for (const problem of page.problems) problems.add(problem);
  }
  for (const script of inventory.scripts) {
    const problem = await problemOfScript(script, origin);
    if (problem) problems.add(problem);
  }
  const check: ScriptCheck = {
    id: newUlid(),
    build: inventory.build,
    scripts: inventory.scripts.length,
    problems: [...problems].slice(0, problemsMax),
    checkedAt: now(),
  };
  await insertScriptCheck(check);
  if (problems.size > 0) {
    const { build, problems: found } = check;
    log.error({ event: "checkout_scripts_differ", build, problems: found }, "the payment page differs from its build");
  }
  return check;
}

async function readPage(address: URL) {
  const response = await get(address);
  if (response.status !== 200) throw new Error(`The sample page answered ${response.status}.`);
  return readPageScripts({ html: await response.text(), headers: response.headers });
}

function isListed(address: string, { origin, inventory }: Source): boolean {
  const url = parseUrl(address, origin);
  if (url?.origin !== new URL(origin).origin || url.search !== "") return false;
  return inventory.scripts.some(({ path }) => path === url.pathname);
}

async function problemOfScript({ path, sha384 }: InventoryScript, origin: string): Promise<string | null> {
  const response = await get(new URL(path, origin));
  // A 5xx or 429 answer, from a restart or a busy proxy, does not mean that the script changed.
  if (response.status >= 500 || response.status === 429) throw new Error(`${path} answered ${response.status}.`);
  const content = Buffer.from(await response.arrayBuffer());
  if (response.status !== 200) return `${path} is not served (${response.status}).`;
  return createHash("sha384").update(content).digest("hex") === sha384 ? null : `${path} differs from the build.`;
}

const get = (address: URL) =>
  fetch(address, { headers: browser, redirect: "manual", signal: AbortSignal.timeout(answerWithin) });
