import { now } from "@/lib/kit/clock";
import { env } from "@/lib/kit/env";
import { newUlid } from "@/lib/kit/ids";
import { administer } from "@/tests/support/http/product";
import type { TestSession } from "./checkout";

/** By column: in what a copy differs. With a status it has a result. */
export type Columns = Readonly<Record<string, string | number | boolean | null>>;

/** Sessions as they stand in the table, for as many as it takes and of whatever day. */
export async function copySession({ id }: TestSession, copies: readonly Columns[]): Promise<string[]> {
  const rows = copies.map((columns) => ({
    id: newUlid(),
    transaction_id: `SB-${newUlid()}`,
    reference: null,
    ...(columns.status && { state: "finalised", code: "00", finalised_at: now().toISOString() }),
    ...columns,
  }));
  await administer(
    env().DATABASE_URL ?? "",
    `INSERT INTO checkout_session
     SELECT copy.* FROM checkout_session s, jsonb_array_elements('${JSON.stringify(rows)}'::jsonb) AS given,
       LATERAL jsonb_populate_record(s, given) copy
     WHERE s.id = '${id}'`,
  );
  return rows.map(({ transaction_id }) => transaction_id);
}
