/** The programs of the package, with the scripts behind them. */
export const programs = { web: "web", worker: "worker", migrate: "migrate", operator: "tw" } as const;
