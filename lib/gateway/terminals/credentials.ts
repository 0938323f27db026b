import { isLoopbackHost } from "@/lib/kit/addresses";
import { env } from "@/lib/kit/env";
import { invalidField } from "@/lib/kit/errors";
import { parseUrl } from "@/lib/kit/urls";

/** The credentials of a merchant account. They are never sent to another gateway than the one that issued them. */
export type Credentials = {
  baseAddress: string;
  merchantId: string;
  secrets: Readonly<Record<string, string>>;
};

type TextRule = { pattern: RegExp /** Ends the sentence "The merchant id …". */; rule: string };

/** What an acquirer must know of a merchant account. Each acquirer has this contract in its folder. */
export type CredentialsContract = {
  /** Base addresses by a word. The operator may enter another https address. */
  gateways: Readonly<Record<string, string>>;
  /** The word for an operator who enters none. Without it, each bank has a gateway of its own. */
  gatewayDefault?: string;
  /** The hosts of entered addresses, of which the rest is ignored. Without it, any address is allowed. */
  host?: TextRule;
  merchantId: TextRule;
  /** Ids of merchant accounts for tests, if the id tells them apart. The operator must say that such an id is meant. */
  testId?: RegExp;
  /** Whether these credentials move no money. Those of which nothing is known count as live. */
  isTest(credentials: Pick<Credentials, "baseAddress" | "merchantId">): boolean;
  /** The command reads them from standard input, one in each line, in this order. Options name the optional ones. */
  secrets: Readonly<Record<string, TextRule & { words: string; isOptional?: true }>>;
};

/** What an operator enters for a terminal. */
export type EnteredCredentials = Omit<Credentials, "baseAddress"> & { gateway?: string | undefined; isTest?: boolean };

/** Whether a gateway is an emulator on this machine. */
export const isOnThisMachine = (baseAddress: string): boolean => isLoopbackHost(new URL(baseAddress).hostname);

/** A secret that is sent in an HTTP header, so spaces at its ends would be lost. */
export const headerText: TextRule = {
  pattern: /^(?! )[ -~]{1,255}(?<! )$/,
  rule: "must have 1 to 255 printable ASCII characters, and no space at its ends.",
};

export const accountId: TextRule = {
  pattern: /^[\w-]{1,32}$/,
  rule: "must have 1 to 32 letters, digits, hyphens or underscores.",
};

/** Throws with one sentence about the first wrong field. */
export function readCredentials(contract: CredentialsContract, entered: EnteredCredentials): Credentials {
  const { merchantId, secrets } = entered;
  const baseAddress = readGateway(contract, entered.gateway);
  if (!contract.merchantId.pattern.test(merchantId)) throw invalidField("merchant_id", contract.merchantId.rule);
  checkTest(contract, { ...entered, baseAddress });
  for (const [name, { pattern, rule, isOptional }] of Object.entries(contract.secrets)) {
    const secret = secrets[name];
    if (secret === undefined ? !isOptional : !pattern.test(secret)) throw invalidField(name, rule);
  }
  return { baseAddress, merchantId, secrets };
}

/** A test account never takes the place of a real one by mistake, nor the other way round. */
function checkTest(contract: CredentialsContract, entered: EnteredCredentials & { baseAddress: string }): void {
  const { merchantId, isTest = false } = entered;
  const { testId } = contract;
  if (!testId && isTest && !contract.isTest(entered)) {
    throw invalidField(
      "gateway",
      "moves money: enter the one for tests, or leave --test out if real payments are meant.",
    );
  }
  if (!testId || testId.test(merchantId) === isTest) return;
  const problem = isTest
    ? "is not that of a test account: leave --test out if real payments are meant."
    : "is that of a test account: enter the one for real payments, or add --test.";
  throw invalidField("merchant_id", problem);
}

/** The base address that a word or an address names. */
export function readGateway(contract: CredentialsContract, given: string | undefined): string {
  const { gateways, gatewayDefault, host } = contract;
  const entered = given ?? gatewayDefault;
  const address = entered && (gateways[entered] ?? canonicalBase(entered, host));
  if (address) return address;
  const addresses = "an https address such as https://gateway.example.com/api/";
  throw invalidField("gateway", host?.rule ?? `must be ${[...Object.keys(gateways), addresses].join(" or ")}.`);
}

/** Only the emulator, which runs in development, uses http. */
function canonicalBase(text: string, host: TextRule | undefined): string | null {
  const url = parseUrl(text);
  if (!url || url.username || url.password || url.search || url.hash) return null;
  const isEmulated = isLoopbackHost(url.hostname) && !env().isProduction;
  if (url.protocol !== "https:" && !(url.protocol === "http:" && !env().isProduction)) return null;
  if (host) return isEmulated || host.pattern.test(url.hostname) ? `${url.origin}/` : null;
  return url.href.replace(/\/?$/, "/");
}
