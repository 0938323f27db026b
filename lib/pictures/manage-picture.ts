import { recordChange } from "@/lib/audit/record";
import { inTransaction } from "@/lib/db/client";
import type { Caller } from "@/lib/http/message/caller";
import { now } from "@/lib/kit/clock";
import { AppError, invalidField } from "@/lib/kit/errors";
import { newUlid } from "@/lib/kit/ids";
import { pictureBytesMax } from "./contract";
import { drawPicture } from "./draw-picture";
import { hasPicture, insertPicture, removePicture, replacePicture } from "./store";

export type Upload = { picture?: unknown };

/**
 * Checks for an existing picture before decoding the upload, and again when writing. Decoding takes time, and a
 * concurrent request may finish first.
 */
export async function createPicture(caller: Caller, upload: Upload) {
  if (await hasPicture(caller.accountNumber)) throw alreadyThere();
  const picture = await drawUpload(upload);
  await change(caller, "added", () => insertPicture(caller.accountNumber, picture), alreadyThere);
  return { message: "Created" as const };
}

export async function updatePicture(caller: Caller, upload: Upload) {
  if (!(await hasPicture(caller.accountNumber))) throw noneThere();
  const picture = await drawUpload(upload);
  await change(caller, "replaced", () => replacePicture(caller.accountNumber, picture), noneThere);
  return { message: "OK" as const };
}

export async function deletePicture(caller: Caller) {
  await change(caller, "removed", () => removePicture(caller.accountNumber), noneThere);
  return { message: "OK" as const };
}

function change(caller: Caller, picture: string, work: () => Promise<boolean>, refusal: () => AppError): Promise<void> {
  return inTransaction(async () => {
    if (!(await work())) throw refusal();
    await recordChange(caller, "picture.changed", { detail: { picture } });
  });
}

const alreadyThere = () =>
  new AppError("conflict", "A profile picture already exists.", { refusal: { reason: "picture_exists" } });
const noneThere = () =>
  new AppError("invalid", "No profile picture exists.", { refusal: { reason: "picture_missing" } });

/** Every upload gets a new id and thus a new URL, because browsers cache pictures. */
export async function drawUpload({ picture }: Upload) {
  // A browser sends an empty file if the member chose no file in the form.
  const isMissing = picture === undefined || (picture instanceof File && picture.size === 0);
  if (isMissing) throw invalidField("picture", "field is required.", { rule: "required" });
  if (!(picture instanceof File)) throw invalidField("picture", "must be a file.");
  if (picture.size > pictureBytesMax)
    throw invalidField("picture", "may not be greater than 5 MB.", { rule: "too_long" });
  const png = await drawPicture(new Uint8Array(await picture.arrayBuffer()));
  return { id: newUlid(), png, createdAt: now() };
}
