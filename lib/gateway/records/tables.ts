import type { Statement } from "@/lib/db/sql";

/**
 * The tables in which an adapter records its charges and refunds. Columns that all adapters need have the same names in
 * each of them.
 */
export type RecordTables = { charges: Statement; refunds: Statement };
