import type { ChargedCard } from "./card-store";

const twoDigits = (value: number): string => String(value % 100).padStart(2, "0");

/** A stored card as the API returns it and as webhook events contain it. */
export const toCardRecord = (row: ChargedCard) => ({
  uuid: row.uuid,
  card_type: row.cardNetwork,
  pan: row.pan,
  exp_mm: twoDigits(row.expiryMonth),
  exp_yy: twoDigits(row.expiryYear),
  first_name: row.firstName,
  last_name: row.lastName,
  environment: row.environment,
  verified: row.verifiedAt !== null,
  verify_expiry: row.verifyBy.toISOString(),
});
