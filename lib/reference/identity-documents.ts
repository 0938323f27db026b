import type { Platform } from "./platforms";

/** Identity documents, with the form of their numbers on each platform. */
export const identityDocuments = ["driver_permit", "national_id", "passport"] as const;
export type IdentityDocument = (typeof identityDocuments)[number];

export const identityNumberLengthMax = 20;

export const identityPatterns: Readonly<Record<Platform, Readonly<Record<IdentityDocument, RegExp>>>> = {
  BB: { driver_permit: /^[A-Z]{0,2}\d{6,10}$/, national_id: /^\d{6}-?\d{4}$/, passport: /^[A-Z]{0,2}\d{6,7}$/ },
  GD: { driver_permit: /^[A-Z]?\d{5,10}$/, national_id: /^[A-Z]?\d{6,10}$/, passport: /^[A-Z]{1,2}\d{6,7}$/ },
  GY: { driver_permit: /^[A-Z]?\d{6,9}$/, national_id: /^\d{9}$/, passport: /^[A-Z]?\d{6,7}$/ },
  JM: { driver_permit: /^\d{9}$/, national_id: /^\d{7,9}$/, passport: /^[A-Z]\d{7}$/ },
  TT: { driver_permit: /^\d{6,7}[A-Z]?$/, national_id: /^\d{11}$/, passport: /^[A-Z]{1,2}\d{6,7}$/ },
};

export const isIdentityDocument = (value: string | undefined): value is IdentityDocument =>
  identityDocuments.some((known) => known === value);
