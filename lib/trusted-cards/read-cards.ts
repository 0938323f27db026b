import { toCardRecord } from "@/lib/cards/card-record";
import { toPage, windowOf } from "@/lib/http/body/paging";
import type { Caller, Owner } from "@/lib/http/message/caller";
import type { QueryOf } from "@/lib/http/message/endpoint";
import { env } from "@/lib/kit/env";
import { notFound } from "@/lib/kit/errors";
import type { Environment } from "@/lib/reference/platforms";
import type { listCardsEndpoint } from "./contract";
import { findCards, findCardsOfPayer, findTrustedCard } from "./store";

export async function retrieveCard({ accountNumber }: Caller, environment: Environment, uuid: string) {
  const row = await findTrustedCard({ accountNumber, environment }, uuid);
  if (!row) throw notFound();
  return { message: "OK" as const, data: toCardRecord(row) };
}

export async function listCards(
  { accountNumber }: Caller,
  environment: Environment,
  choice: QueryOf<typeof listCardsEndpoint>,
) {
  const { total, rows } = await findCards({ accountNumber, environment }, windowOf(choice));
  const path = `${env().PUBLIC_URL}/api/trusted-cards/`;
  return toPage({ choice, path, filters: { environment }, total, items: rows.map(toCardRecord) });
}

export const listPayerCards = async (owner: Owner, email: string, limit: number) =>
  (await findCardsOfPayer(owner, email, limit)).map(toCardRecord);
