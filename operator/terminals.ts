import { text } from "node:stream/consumers";
import { LaunchError } from "@/launch/processes";
import {
  addTerminal,
  changePolicy,
  contractOf,
  listPolicies,
  listTerminals,
  orderTerminals,
  readTerminal,
} from "@/lib/acquirers/operate-terminals";
import { type Probe, type ProbeVerdict, probe, probeTerminals } from "@/lib/acquirers/probe-terminals";
import { commandLine } from "@/lib/kit/commands";
import type { Currency } from "@/lib/reference/currencies";
import type { Platform } from "@/lib/reference/platforms";
import { printJson } from "./print";
import { UsageError } from "./subcommand";

type AddOptions = {
  platform: Platform;
  currency: Currency;
  "merchant-id": string;
  gateway: string | undefined;
  with: string[];
  test: boolean;
};

/** Tries the credentials, and adds the terminal unless the gateway refuses them. */
export async function addFromOptions(acquirer: string, options: AddOptions): Promise<void> {
  const { platform, currency, "merchant-id": merchantId, gateway } = options;
  const secrets = await readSecrets(acquirer, options.with);
  const entered = { acquirer, platform, currency, merchantId, gateway, secrets, isTest: options.test };
  const credentials = readTerminal(entered);
  const probed = await probe({ acquirer, platform, currency, credentials });
  if (probed?.verdict === "refused") {
    const what = `${credentials.baseAddress} refuses the merchant id ${merchantId} with these secrets`;
    throw new LaunchError(`${what}: check both, and that they belong to this gateway. Nothing was stored.`);
  }
  if (probed?.verdict === "other_currency") {
    const what = `The merchant account ${merchantId} does not take ${currency}`;
    throw new LaunchError(`${what}: ask the bank to enable it. Nothing was stored.`);
  }
  const { id, baseAddress } = await addTerminal(entered);
  console.log(
    `Terminal ${id} added: ${acquirer}, ${platform}, ${currency}, merchant id ${merchantId}, at ${baseAddress}`,
  );
  if (!probed) return;
  console.log(probeLine(probed));
  if (probed.verdict === "accepted") return;
  throw new LaunchError(
    `The terminal is stored. To try again: «${commandLine("acquirers", "test")}». If the credentials are wrong: «${commandLine("acquirers", "disable", id, "--even-last")}», then add it again.`,
  );
}

/** Reads the acquirer's secrets from standard input, one in each line. The optional ones must be named. */
async function readSecrets(acquirer: string, named: readonly string[]): Promise<Record<string, string>> {
  const known = Object.entries(contractOf(acquirer).secrets);
  const optional = known.flatMap(([name, { isOptional }]) => (isOptional ? [optionOf(name)] : []));
  const unknown = named.find((name) => !optional.includes(name));
  if (unknown) throw new LaunchError(`--with must be ${optional.join(" or ") || "left out"} for ${acquirer}.`);
  const wanted = known.filter(([name, { isOptional }]) => !isOptional || named.includes(optionOf(name)));
  const [first] = wanted;
  if (!first) return {};
  // Arguments and variables are visible to others, and a terminal would show what is typed.
  if (process.stdin.isTTY) throw new LaunchError(`Pipe the ${first[1].words} into this command.`);
  const lines = (await text(process.stdin)).split(/\r?\n/);
  return Object.fromEntries(wanted.map(([name], index) => [name, lines[index] ?? ""]));
}

const optionOf = (name: string): string => name.replaceAll("_", "-");

export async function orderFromOptions({ terminal: ids }: { terminal: string[] }): Promise<void> {
  for (const [index, { id, acquirer, merchantId, baseAddress }] of (await orderTerminals(ids)).entries()) {
    console.log(`${index + 1}. ${id} ${acquirer}, merchant id ${merchantId}, ${baseAddress}`);
  }
}

export async function showTerminals({ json }: { json: boolean }): Promise<void> {
  const terminals = await listTerminals();
  if (json) return showAsJson(terminals);
  for (const { id, acquirer, platform, currency, merchantId, baseAddress, createdAt, ...terminal } of terminals) {
    const { state, position, isTest } = terminal;
    const place = state === "active" ? `active, place ${position}` : state;
    const words = [`${id} ${platform} ${currency}`, acquirer, `merchant id ${merchantId}`, baseAddress, place];
    if (isTest) words.push("moves no money");
    console.log(`${words.join(", ")}, added ${createdAt.toISOString().slice(0, 10)}`);
  }
  if (terminals.length === 0) console.log("There are no terminals.");
  for (const { platform, unavailable, unsupported, unconfirmed } of await shownPolicies()) {
    console.log(
      `Policy ${platform}: unavailable ${unavailable}, unsupported ${unsupported}, unconfirmed ${unconfirmed ?? "not chosen"}`,
    );
  }
}

type PolicyOptions = Record<"unavailable" | "unsupported", "allow" | "refuse" | undefined> & {
  unconfirmed: "accept" | "refuse" | undefined;
};

export async function policyFromOptions(platform: Platform, options: PolicyOptions): Promise<void> {
  const { unavailable, unsupported, unconfirmed } = options;
  if (!unavailable && !unsupported && !unconfirmed) {
    throw new UsageError("Name at least one of --unavailable, --unsupported and --unconfirmed.");
  }
  await changePolicy(platform, {
    ...(unavailable && { allowsUnavailable: unavailable === "allow" }),
    ...(unsupported && { allowsUnsupported: unsupported === "allow" }),
    ...(unconfirmed && { allowsUnconfirmed: unconfirmed === "accept" }),
  });
  console.log(`Done: policy ${platform}.`);
}

async function showAsJson(found: Awaited<ReturnType<typeof listTerminals>>): Promise<void> {
  const terminals = found.map((terminal) => ({
    id: terminal.id,
    acquirer: terminal.acquirer,
    platform: terminal.platform,
    currency: terminal.currency,
    merchant_id: terminal.merchantId,
    gateway: terminal.baseAddress,
    state: terminal.state,
    place: terminal.state === "active" ? terminal.position : null,
    is_test: terminal.isTest,
    created_at: terminal.createdAt,
    disabled_at: terminal.disabledAt,
  }));
  printJson({ terminals, policies: await shownPolicies() });
}

async function shownPolicies() {
  const word = (isAllowed: boolean) => (isAllowed ? "allow" : "refuse");
  return (await listPolicies()).map(({ platform, allowsUnavailable, allowsUnsupported, allowsUnconfirmed }) => ({
    platform,
    unavailable: word(allowsUnavailable),
    unsupported: word(allowsUnsupported),
    unconfirmed: allowsUnconfirmed === null ? null : allowsUnconfirmed ? "accept" : "refuse",
  }));
}

const verdictWords: Record<ProbeVerdict, string> = {
  accepted: "reachable, credentials accepted",
  refused: "reachable, credentials refused",
  other_currency: "reachable, but the merchant account does not take the currency",
  unreachable: "not reachable",
  unclear: "reachable, but the query got no clear answer (LOG_LEVEL=warn shows more)",
};

const probeLine = ({ platform, currency, merchantId, verdict, milliseconds }: Probe): string =>
  `${platform} ${currency} ${merchantId}: ${verdictWords[verdict]}, ${milliseconds} ms`;

export async function testTerminals(chosen: Parameters<typeof probeTerminals>[0]): Promise<void> {
  const verdicts: ProbeVerdict[] = [];
  for await (const probe of probeTerminals(chosen)) {
    verdicts.push(probe.verdict);
    console.log(probeLine(probe));
  }
  if (verdicts.length === 0) throw new LaunchError("No active terminal matches.");
  const failed = verdicts.filter((verdict) => verdict !== "accepted").length;
  if (failed > 0) throw new LaunchError(`${failed} of ${verdicts.length} terminals failed.`);
  console.log(`This does not prove that payments work: see «${commandLine("acquirers", "certify")}».`);
}
