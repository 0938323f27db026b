import * as z from "zod/mini";
import { pageFields, toPage, windowOf } from "@/lib/http/body/paging";
import type { Owner } from "@/lib/http/message/caller";
import { line, oneOf } from "@/lib/kit/fields";
import { findRequests } from "./store";

const methods = ["GET", "POST", "PATCH", "DELETE"] as const;
const pathLengthMax = 200;
const pageSize = 50;

export const requestLogChoice = z.object({
  page: pageFields.page,
  only: z.optional(oneOf(["refused"])),
  method: z.optional(oneOf(methods)),
  path: z.optional(line({ max: pathLengthMax })),
});

export type ListedRequest = Awaited<ReturnType<typeof listRequests>>["data"][number];

/** Lists the API requests of an account in the last days, with the error messages of refused requests. */
export async function listRequests(owner: Owner, { page, only, method, path }: z.output<typeof requestLogChoice>) {
  const choice = { page, page_size: pageSize };
  const { total, rows } = await findRequests(owner, { isRefused: only === "refused", method, path }, windowOf(choice));
  return toPage({ choice, path: "", filters: { only, method, path }, total, items: rows });
}
