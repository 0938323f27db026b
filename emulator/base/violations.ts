/** The rules that the base itself checks. */
export const commonRules = {
  unknown_path: "The path does not exist.",
  wrong_method: "The path exists with another method.",
  credentials_in_query: "Credentials belong in headers, never in a query.",
} as const;

export type CommonRule = keyof typeof commonRules;

/** `detail` never contains card data. */
export type Violation<Rule extends string> = { at: string; endpoint: string; rule: Rule; detail: string };
