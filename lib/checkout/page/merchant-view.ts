import { parseUrl } from "@/lib/kit/urls";
import type { MerchantView } from "./view-contract";

type Account = {
  firstName: string;
  lastName: string;
  settings: { displayName: string | null; supportContact: string | null } | null;
  picture: { id: string } | null;
};

/** The columns of an account that the payer's pages show, and its accent colour. */
export const merchantViewColumns = {
  firstName: true,
  lastName: true,
  settings: { select: { displayName: true, supportContact: true, accentColour: true } },
  picture: { select: { id: true } },
} as const;

export const merchantViewOf = ({ firstName, lastName, settings, picture }: Account): MerchantView => ({
  name: settings?.displayName ?? `${firstName} ${lastName}`,
  support: supportOf(settings?.supportContact ?? null),
  picture: picture && `/pictures/${picture.id}`,
});

/** The merchant's support contact, with a link if it is an email address, a phone number or a web address. */
export function supportOf(contact: string | null): { text: string; href: string | null } | null {
  return contact === null ? null : { text: contact, href: hrefOf(contact) };
}

function hrefOf(contact: string): string | null {
  if (/^[^\s@]+@[^\s@]+$/.test(contact)) return `mailto:${contact}`;
  if (/^\+?[\d ().-]{6,24}$/.test(contact)) return `tel:${contact.replace(/[^\d+]/g, "")}`;
  const isBare = /^[a-z\d-]+(\.[a-z\d-]+)*\.[a-z]{2,}(\/\S*)?$/i.test(contact);
  const url = parseUrl(isBare ? `https://${contact}` : contact);
  return url?.protocol === "https:" ? url.href : null;
}
