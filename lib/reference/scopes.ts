/** Every scope of the API, by module. */
const modules = {
  accounts: ["all", "create", "delete", "retrieve", "update"],
  transactions: ["all", "retrieve", "get-fees", "refund-request"],
  "trusted-cards": ["all", "charge-request", "create", "delete", "retrieve", "verify"],
  "payment-links": ["all", "create", "delete", "retrieve", "update"],
  user: ["all", "create", "delete", "retrieve", "update"],
  withdrawals: ["all", "create", "delete", "retrieve"],
} as const;

type Modules = typeof modules;
export type ScopeModule = keyof Modules;
export type Scope = { [Module in ScopeModule]: `svc-${Module}-${Modules[Module][number]}` }[ScopeModule];

export function scopesOf(module: ScopeModule): Scope[] {
  return modules[module].map((action) => `svc-${module}-${action}` as Scope);
}

export const allScopes: readonly Scope[] = (Object.keys(modules) as ScopeModule[]).flatMap(scopesOf);

const known = new Set<string>(allScopes);

export function isScope(text: string): text is Scope {
  return known.has(text);
}

/** The `-all` scope of a module includes every other scope of that module. */
export function covers(held: ReadonlySet<Scope>, wanted: Scope): boolean {
  if (held.has(wanted)) return true;
  const module = (Object.keys(modules) as ScopeModule[]).find((name) => scopesOf(name).includes(wanted));
  return module !== undefined && held.has(`svc-${module}-all`);
}
