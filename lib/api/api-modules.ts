/** The modules of the API in the order of the documentation, with the prefixes of their paths. */
const modules = {
  Authentication: ["/auth"],
  "Hosted checkout": ["/plugins"],
  Transactions: ["/transactions"],
  "Trusted cards": ["/trusted-cards"],
  "Payment links": ["/payment-links", "/pay"],
  Withdrawals: ["/withdrawals"],
  Webhooks: ["/user/webhooks", "/user/events"],
  "API keys": ["/user/api-keys"],
  User: ["/user"],
  Accounts: ["/accounts"],
  Sandbox: ["/sandbox"],
} as const;

type ApiModule = keyof typeof modules;

export const apiModules = Object.keys(modules) as ApiModule[];

/** Returns the first module that has a prefix of this path. */
export function moduleOf(path: string): ApiModule {
  const found = apiModules.find((name) => modules[name].some((start) => `${path}/`.startsWith(`${start}/`)));
  if (!found) throw new Error(`${path} belongs to no module of the API.`);
  return found;
}
