import { recordChange } from "@/lib/audit/record";
import type { Merchant } from "@/lib/checkout/request/request-rules";
import { findMerchantOrThrow } from "@/lib/checkout/request/request-store";
import { inTransaction } from "@/lib/db/client";
import { toPage, windowOf } from "@/lib/http/body/paging";
import type { Caller } from "@/lib/http/message/caller";
import type { BodyOf, OutputOf } from "@/lib/http/message/endpoint";
import { hour, later, now } from "@/lib/kit/clock";
import { notFound } from "@/lib/kit/errors";
import { newUlid } from "@/lib/kit/ids";
import { cardLinkUrl } from "@/lib/kit/own-pages";
import type { Environment } from "@/lib/reference/platforms";
import { checkStoring } from "@/lib/trusted-cards/create-card";
import {
  type CardLinkRecord,
  cardLinkHoursDefault,
  type createCardLinkForm,
  type listCardLinksQuery,
} from "./contract";
import { cardLinkState } from "./offer";
import { type CardLinkRow, findCardLink, findCardLinks, insertCardLink, lockCardLink, setWithdrawn } from "./store";

export async function createCardLink(
  caller: Caller,
  environment: Environment,
  { label, response_url: responseUrl, hours = cardLinkHoursDefault }: BodyOf<typeof createCardLinkForm>,
) {
  const { accountNumber, homePlatform: platform } = caller;
  await checkStoring(await findMerchantOrThrow(accountNumber), { environment, platform, responseUrl });
  const at = now();
  const link = {
    ...{ id: newUlid(), accountNumber, environment, platform, label, responseUrl },
    expiresAt: later(Number(hours) * hour, at),
    createdAt: at,
  };
  await inTransaction(async () => {
    await insertCardLink(link);
    await recordChange(caller, "card_link.created", aboutLink(link));
  });
  return { message: "OK" as const, data: { url: cardLinkUrl(link.id) } };
}

export async function listCardLinks(
  { accountNumber }: Caller,
  environment: Environment,
  choice: OutputOf<typeof listCardLinksQuery>,
) {
  const merchant = await findMerchantOrThrow(accountNumber);
  const { total, rows } = await findCardLinks({ accountNumber, environment }, windowOf(choice));
  const items = await Promise.all(rows.map((row) => toCardLinkRecord(merchant, row)));
  return toPage({ choice, path: "/card-links", filters: {}, total, items });
}

const toCardLinkRecord = async (merchant: Merchant, row: CardLinkRow): Promise<CardLinkRecord> => ({
  id: row.id,
  url: cardLinkUrl(row.id),
  label: row.label,
  state: await cardLinkState(merchant, row),
  sessions: row.sessions.length,
  expires_at: row.expiresAt.toISOString(),
});

/** Sessions that the link opened cannot store a card any more, unless the bank is already asked. */
export async function withdrawCardLink(caller: Caller, environment: Environment, id: string) {
  await inTransaction(async () => {
    await lockCardLink(id);
    const link = await findCardLink({ accountNumber: caller.accountNumber, environment }, id);
    if (!link) throw notFound();
    if (link.withdrawnAt) return;
    await setWithdrawn(id, now());
    await recordChange(caller, "card_link.withdrawn", aboutLink(link));
  });
  return { message: "OK" as const };
}

/** For the audit log. It keeps entries for ever, so they do not contain the label, which may name a customer. */
const aboutLink = ({ id, environment }: Pick<CardLinkRow, "id" | "environment">) => ({
  subject: id,
  detail: { environment },
});
