/** The public sandbox: fixed, published credentials of accounts that can never go live. */
export const sandbox = {
  password: "Sandbox-2026",
  merchant: {
    accountNumber: "1234567890",
    displayName: "Sandbox Shop",
    email: "merchant@sandbox.test",
    hashKey: "123",
    signingSecret: "sandbox-signing-secret",
  },
  /** Opening balance of the sandbox merchant in every currency of its platforms, in cents. */
  openingBalance: 1_000_000n,
  person: { accountNumber: "1234567891", email: "person@sandbox.test" },
  /** The merchant of the demo shop at /demo. It has the same password. */
  shop: {
    accountNumber: "1234567892",
    email: "shop@sandbox.test",
    name: "Doubles & Co.",
    accentColour: "#b8432f",
    hashKey: "doubles-hash-key",
    signingSecret: "doubles-signing-secret",
    /** Signs the events that the conformance kit sends to the demo shop. The account has no webhook endpoint. */
    webhookSecret: "whsec_ZG91Ymxlcy13ZWJob29rLXNlY3JldA==",
  },
  apiKey: `svc_test_00000000000000000a_${"a".repeat(64)}`,
} as const;

const seeds: readonly { accountNumber: string; email: string }[] = [sandbox.merchant, sandbox.person, sandbox.shop];

export const sandboxNumbers: readonly string[] = seeds.map(({ accountNumber }) => accountNumber);

export const isSandboxEmail = (email: string): boolean => seeds.some((seed) => seed.email === email);

export const isSandboxSeed = (accountNumber: string): boolean => sandboxNumbers.includes(accountNumber);
