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
  /** Base addresses by a word. The first one is the default. The operator may enter any other https address. */
  gateways: Readonly<Record<string, string>>;
  merchantId: TextRule;
  /** Whether these credentials move no money. Those of which nothing is known count as live. */
  isTest(credentials: Pick<Credentials, "baseAddress" | "merchantId">): boolean;
  /** The command reads them from standard input, one in each line, in this order. Options name the optional ones. */
  secrets: Readonly<Record<string, TextRule & { words: string; isOptional?: true }>>;
};

/** What an operator enters for a terminal. */
export type EnteredCredentials = Omit<Credentials, "baseAddress"> & { gateway?: string | undefined };

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
  for (const [name, { pattern, rule, isOptional }] of Object.entries(contract.secrets)) {
    const secret = secrets[name];
    if (secret === undefined ? !isOptional : !pattern.test(secret)) throw invalidField(name, rule);
  }
  return { baseAddress, merchantId, secrets };
}

/** The base address that a word or an address names. */
export function readGateway({ gateways }: CredentialsContract, entered: string | undefined): string {
  const words = Object.keys(gateways);
  const address = entered === undefined ? gateways[words[0] ?? ""] : (gateways[entered] ?? canonicalBase(entered));
  if (address) return address;
  const addresses = "an https address such as https://gateway.example.com/api/";
  throw invalidField("gateway", `must be ${[...words, addresses].join(" or ")}.`);
}

/** Only the emulator, which runs in development, uses http. */
function canonicalBase(text: string): string | null {
  const url = parseUrl(text);
  const isBase = url && !url.username && !url.password && !url.search && !url.hash;
  const isAllowed = url?.protocol === "https:" || (url?.protocol === "http:" && !env().isProduction);
  return isBase && isAllowed ? url.href.replace(/\/?$/, "/") : null;
}
