import { db } from "@/lib/db/client";

type NewPicture = { id: string; png: Buffer; createdAt: Date };

const asRow = ({ png, ...rest }: NewPicture) => ({ ...rest, png: new Uint8Array(png) });

export async function hasPicture(accountNumber: string): Promise<boolean> {
  return (await db().picture.count({ where: { accountNumber } })) > 0;
}

/** Returns false if the account already has a picture. Of two parallel calls, only one returns true. */
export async function insertPicture(accountNumber: string, picture: NewPicture): Promise<boolean> {
  const data = [{ accountNumber, ...asRow(picture) }];
  const { count } = await db().picture.createMany({ data, skipDuplicates: true });
  return count === 1;
}

/** Returns false if the account has no picture. */
export async function replacePicture(accountNumber: string, picture: NewPicture): Promise<boolean> {
  const { count } = await db().picture.updateMany({ where: { accountNumber }, data: asRow(picture) });
  return count === 1;
}

export async function removePicture(accountNumber: string): Promise<boolean> {
  const { count } = await db().picture.deleteMany({ where: { accountNumber } });
  return count === 1;
}

/**
 * Finds the picture of a merchant or of a payment link by the id in its public URL. Pictures of deleted accounts and
 * links are not found.
 */
export async function findPng(id: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const account = { deletedAt: null };
  const select = { png: true } as const;
  const row =
    (await db().picture.findFirst({ where: { id, account }, select })) ??
    (await db().paymentLinkPicture.findFirst({ where: { id, link: { deletedAt: null, account } }, select }));
  return row?.png ?? null;
}
