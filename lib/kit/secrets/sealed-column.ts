/** A text column that APP_SECRET seals. Every module lists its own, because a rotation re-seals all of them. */
export type SealedColumn = {
  table: string;
  column: string;
  /** The columns that identify a row. */
  key: readonly string[];
  purpose: string;
  /** The identity that is authenticated with the text, from the values of `key`. */
  identityOf(key: readonly string[]): string;
};

export const wordsOf = (key: readonly string[]): string => key.join(" ");
