import { recordChange } from "@/lib/audit/record";
import { findMerchantOrThrow } from "@/lib/checkout/request/request-store";
import { inTransaction } from "@/lib/db/client";
import type { Caller } from "@/lib/http/message/caller";
import type { BodyOf } from "@/lib/http/message/endpoint";
import { now } from "@/lib/kit/clock";
import { notFound, selectedInvalid } from "@/lib/kit/errors";
import { drawUpload, type Upload } from "@/lib/pictures/manage-picture";
import type { Environment } from "@/lib/reference/platforms";
import { clearableFields } from "./contract";
import type { createLinkForm, editLinkForm } from "./form-contract";
import { aboutLink, createLink, ownerOf, toLinkRecord, updateLink } from "./manage-links";
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

type CreateForm = BodyOf<typeof createLinkForm>;

/** Creates a link with the picture of the form, if the member chose one. A refused picture creates nothing. */
export async function createLinkWithPicture(caller: Caller, environment: Environment, form: CreateForm) {
  const { picture: upload, ...body } = form;
  const picture = await drawIfChosen(upload);
  return inTransaction(async () => {
    const created = await createLink(caller, environment, body);
    const { id } = created.data;
    if (!picture) return created;
    const { data } = await change(caller, environment, id, () => putLinkPicture(id, picture));
    return { ...created, data };
  });
}

type EditForm = BodyOf<typeof editLinkForm>;

/** The form has all fields, so an empty one removes the value. Without a file, the picture stays. */
export async function editLink(caller: Caller, environment: Environment, id: string, form: EditForm) {
  const { picture: upload, remove_picture: isRemoved, ...body } = form;
  const picture = await drawIfChosen(upload);
  const clear = clearableFields.filter((field) => body[field] === undefined);
  return inTransaction(async () => {
    const updated = await updateLink(caller, environment, id, { ...body, clear });
    if (picture) return change(caller, environment, id, () => putLinkPicture(id, picture));
    return isRemoved ? deleteLinkPicture(caller, environment, id) : updated;
  });
}

/** A browser sends an empty file if the member chose none. */
async function drawIfChosen(picture: unknown) {
  const isEmpty = picture === undefined || (picture instanceof File && picture.size === 0);
  return isEmpty ? null : drawUpload({ picture });
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
