/** The public sandbox: fixed, published credentials of accounts that can never go live. */
export const sandbox = {
  password: "Sandbox-2026",
  merchant: {
    accountNumber: "1234567890",
    email: "merchant@sandbox.test",
    hashKey: "123",
    signingSecret: "sandbox-signing-secret",
  },
  /** Opening balance of the sandbox merchant in every currency of its platforms, in cents. */
  openingBalance: 1_000_000n,
  person: { accountNumber: "1234567891", email: "person@sandbox.test" },
  apiKey: `svc_test_00000000000000000a_${"a".repeat(64)}`,
} as const;

export function isSandboxEmail(email: string): boolean {
  return email === sandbox.merchant.email || email === sandbox.person.email;
}

export function isSandboxSeed(accountNumber: string): boolean {
  return accountNumber === sandbox.merchant.accountNumber || accountNumber === sandbox.person.accountNumber;
}
