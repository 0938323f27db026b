import type { Owner } from "@/lib/http/route/caller";
import { now } from "@/lib/kit/clock";
import type { Environment } from "@/lib/reference/platforms";
import type { Content, Fact } from "./content";
import { findMerchantFacts, type MerchantRow } from "./facts-store";
import type { MailKind } from "./kinds";
import { enqueueMail } from "./outbox";
import { isName, momentOf } from "./phrases";

/**
 * Mail to merchants, in English. Mail about the account itself counts as live, except for accounts that are confined to
 * sandbox.
 */

export const notYou =
  "If this was not you, change your password and look through your API keys and bank accounts at once.";

type UnformattedFact = readonly [label: string, value: string | Date];
export type MerchantMessage = Pick<Content, "subject" | "paragraphs"> &
  Partial<Pick<Content, "link" | "otherLink">> & { facts: readonly UnformattedFact[] };

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
      link: null,
      ...message,
      facts: facts.map(
        ([label, value]): Fact => [label, typeof value === "string" ? value : momentOf(value, "en", homePlatform)],
      ),
      language: "en",
      greeting: isName(name) ? `Hello ${name},` : "Hello,",
      footer: `Sent by Tradewind about your account ${owner.accountNumber}.`,
    },
  });
}

export const environmentFact = ({ environment }: { environment: Environment }): Fact => ["Environment", environment];
