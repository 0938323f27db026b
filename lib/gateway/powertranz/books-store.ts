import { sql } from "@/lib/db/sql";
import { createBooks } from "../records/books-store";
import { powertranzTables } from "./charge-store";

export const powertranzBooks = createBooks(powertranzTables, {
  charge: sql`transaction_identifier`,
  chargeType: sql`uuid`,
  chargeOf: (identifier) => (isUuid(identifier) ? identifier : null),
  refund: sql`transaction_identifier`,
});

const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
