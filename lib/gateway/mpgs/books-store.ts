import { sql } from "@/lib/db/sql";
import { createBooks } from "../records/books-store";
import { mpgsTables } from "./charge-store";

/** The gateway knows charges and refunds by our ids. */
export const mpgsBooks = createBooks(mpgsTables, {
  charge: sql`attempt_id`,
  chargeType: sql`varchar`,
  chargeOf: (identifier) => identifier.toUpperCase(),
  refund: null,
});
