/** A column of text that APP_SECRET seals. A new secret seals each of them anew, so every module lists its own. */
export type SealedColumn = {
  table: string;
  column: string;
  /** The columns that name a row. */
  key: readonly string[];
  purpose: string;
  /** What the text is bound to, from the values of `key`. */
  identityOf(key: readonly string[]): string;
};

export const wordsOf = (key: readonly string[]): string => key.join(" ");
