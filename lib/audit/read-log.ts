import * as z from "zod/mini";
import { pageFields, windowOf } from "@/lib/http/body/paging";
import { type AccountAction, auditActions } from "./actions";
import { findEntries } from "./store";
import { verifyStretch } from "./verify-chain";

/** Schema of the audit log page's query. Invalid values are ignored. */
export const logQuery = z.object({
  page: z.catch(pageFields.page, undefined),
  action: z.catch(z.optional(z.enum(Object.keys(auditActions) as AccountAction[])), undefined),
});
export type LogChoice = z.output<typeof logQuery>;

/** One page of an account's audit log. Without a filter the entries are consecutive, so their digests are verified. */
export async function readLog(accountNumber: string, choice: LogChoice) {
  const { total, rows } = await findEntries(accountNumber, choice.action ?? null, windowOf(choice));
  const [newest, oldest] = [rows[0], rows.at(-1)];
  const isStretch = newest !== undefined && oldest !== undefined && choice.action === undefined;
  const checked = isStretch && {
    from: oldest.sequence,
    to: newest.sequence,
    broken: (await verifyStretch(accountNumber, oldest.sequence, newest.sequence)).broken,
  };
  return { total, rows, checked: checked || null };
}
