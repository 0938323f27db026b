import { recordChange } from "@/lib/audit/record";
import { findMerchantOrThrow } from "@/lib/checkout/request/request-store";
import { inTransaction } from "@/lib/db/client";
import type { Caller } from "@/lib/http/message/caller";
import { now } from "@/lib/kit/clock";
import { notFound, selectedInvalid } from "@/lib/kit/errors";
import { drawUpload, type Upload } from "@/lib/pictures/manage-picture";
import type { Environment } from "@/lib/reference/platforms";
import { aboutLink, ownerOf, toLinkRecord } from "./manage-links";
import { findLink, type LinkRow, lockLink, putLinkPicture, removeLinkPicture, updateLinkRow } from "./store";

/** Adds or replaces the picture of what a link sells. */
export async function setLinkPicture(caller: Caller, environment: Environment, id: string, upload: Upload) {
  // Looks for the link first, because drawing the picture takes time.
  if (!(await findLink(ownerOf(caller, environment), id))) throw selectedInvalid("id");
  const picture = await drawUpload(upload);
  return change(caller, environment, id, () => putLinkPicture(id, picture));
}

export function deleteLinkPicture(caller: Caller, environment: Environment, id: string) {
  return change(caller, environment, id, () => removeLinkPicture(id));
}

async function change(caller: Caller, environment: Environment, id: string, write: () => Promise<void>) {
  const merchant = await findMerchantOrThrow(caller.accountNumber);
  return inTransaction(async () => {
    if (!(await lockLink(ownerOf(caller, environment), id))) throw notFound();
    await write();
    const row: LinkRow = await updateLinkRow(id, { updatedAt: now() });
    await recordChange(caller, "payment_link.changed", aboutLink(row, ["picture"]));
    return { message: "OK" as const, data: toLinkRecord(merchant, row) };
  });
}
