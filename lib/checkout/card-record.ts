import type { AnswerOf } from "@/lib/http/endpoint";
import type { CardNetwork } from "@/lib/reference/card-networks";
import type { retrieveCardEndpoint } from "./contract";
import type { CardRow } from "./store";

const twoDigits = (value: number): string => String(value % 100).padStart(2, "0");

export function toRecord(row: CardRow): AnswerOf<typeof retrieveCardEndpoint>["data"] {
  return {
    uuid: row.uuid,
    card_type: row.cardNetwork as CardNetwork,
    pan: row.pan,
    exp_mm: twoDigits(row.expiryMonth),
    exp_yy: twoDigits(row.expiryYear),
    first_name: row.firstName,
    last_name: row.lastName,
    environment: row.environment,
    verified: row.verifiedAt !== null,
    verify_expiry: row.verifyBy.toISOString(),
  };
}
