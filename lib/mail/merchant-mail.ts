import { formatMoment, timeZoneOf } from "@/lib/format/dates";
import { environmentWords } from "@/lib/format/value-words";
import type { Owner } from "@/lib/http/message/caller";
import { now } from "@/lib/kit/clock";
import type { Environment, Platform } from "@/lib/reference/platforms";
import type { MailKind } from "@/lib/reference/stored-values";
import type { Content, Fact } from "./content";
import { findMerchantFacts, type MerchantRow } from "./facts-store";
import { enqueueMail } from "./outbox";
import { isName } from "./phrases";

/**
 * Mail to merchants, in English. Mail about the account itself counts as live, except for accounts that are confined to
 * sandbox.
 */

export const notYou = "If this was not you, change your password now, and review your API keys and bank accounts.";

type UnformattedFact = Fact | readonly [label: string, value: Date];
export type MerchantMessage = Pick<Content, "subject" | "paragraphs"> &
  Partial<Pick<Content, "button" | "otherButton">> & { facts: readonly UnformattedFact[] };

export async function mailAccount(
  accountNumber: string,
  kind: MailKind,
  message: MerchantMessage,
  recipient?: string,
): Promise<void> {
  const merchant = await findMerchantFacts(accountNumber);
  if (!merchant) return;
  const owner: Owner = { accountNumber, environment: merchant.sandboxOnly ? "sandbox" : "live" };
  const reader = { ...merchant, ...(recipient && { email: recipient }) };
  await send(owner, kind, reader, { ...message, facts: [...message.facts, ["Time", now()]] });
}

export async function mailOwner(owner: Owner, kind: MailKind, message: MerchantMessage): Promise<void> {
  const merchant = await findMerchantFacts(owner.accountNumber);
  if (merchant) await send(owner, kind, merchant, message);
}

function send(
  owner: Owner,
  kind: MailKind,
  merchant: MerchantRow,
  { facts, ...message }: MerchantMessage,
): Promise<void> {
  const { email, firstName, lastName, homePlatform } = merchant;
  const name = `${firstName} ${lastName}`;
  return enqueueMail({
    owner,
    kind,
    recipient: email,
    content: {
      ...message,
      brand: null,
      heading: `Account ${owner.accountNumber}`,
      facts: [facts.map((fact) => formatFact(fact, homePlatform))],
      language: "en",
      greeting: isName(name) ? `Hello ${name},` : "Hello,",
      closing: [],
      footer: `Sent by Tradewind about your account ${owner.accountNumber}`,
    },
  });
}

function formatFact([label, value, look]: UnformattedFact, platform: Platform): Fact {
  if (value instanceof Date) return [label, formatMoment(value, "long", timeZoneOf(platform))];
  return [label, value, look ?? null];
}

export const modeFact = ({ environment }: { environment: Environment }): Fact => [
  "Mode",
  environmentWords[environment],
];
