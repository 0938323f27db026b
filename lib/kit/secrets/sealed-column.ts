/**
 * A text column that is encrypted with APP_SECRET. Every module lists its sealed columns, so that a rotation of the
 * secret can re-seal them.
 */
export type SealedColumn = {
  table: string;
  column: string;
  /** The columns that identify a row. */
  key: readonly string[];
  purpose: string;
};

/** The identity of a row by its key. Encryption binds the text to it, so a copy in another row does not open. */
export const identityOf = (key: readonly string[]): string => key.join(" ");
