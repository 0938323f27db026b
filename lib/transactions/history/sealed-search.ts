import type { Owner } from "@/lib/http/message/caller";
import { seal, unsealOrNull } from "@/lib/kit/secrets/crypto";

const purpose = "search";
const identityFor = ({ accountNumber, environment }: Owner) => `${accountNumber} ${environment}`;

/** A search as part of an address: an email address or a name must not appear there. It opens for its account alone. */
export const sealSearch = (owner: Owner, search: string): string =>
  seal(purpose, identityFor(owner), search).toString("base64url");

/** Null for a text that was not sealed for this account and environment. */
export const openSearch = (owner: Owner, sealed: string): string | null =>
  unsealOrNull(purpose, identityFor(owner), Buffer.from(sealed, "base64url"));
