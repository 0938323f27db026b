import { afterEach, beforeAll, expect, it } from "vitest";
import { seedSandbox } from "@/lib/accounts/seed-sandbox";
import { paymentRequest } from "@/lib/api/payment-request";
import { extendEnv } from "@/lib/kit/env";
import { sandbox } from "@/lib/reference/sandbox";
import { minimalFields } from "@/tests/support/http/payments";
import { findMerchant } from "./request-store";

beforeAll(seedSandbox);
afterEach(() => void extendEnv({ SEED_SANDBOX: "" }));

const { accountNumber } = sandbox.merchant;

async function requestPayment(): Promise<{ status: number; message: string }> {
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify(minimalFields(accountNumber));
  const request = new Request("http://localhost/plugins/payments/request", { method: "POST", headers, body });
  const response = await paymentRequest.handle(request, { params: Promise.resolve({}) });
  return { status: response.status, message: (await response.json()).message };
}

it("the public account takes no payments while SEED_SANDBOX is off, even if an earlier start seeded it", async () => {
  extendEnv({ SEED_SANDBOX: "true" });
  expect(await requestPayment()).toEqual({ status: 200, message: "OK" });
  extendEnv({ SEED_SANDBOX: "false" });
  expect(await requestPayment()).toEqual({ status: 400, message: "The selected account number is invalid." });
  // Payment links and the demo shop look the merchant up by themselves.
  expect(await findMerchant(accountNumber)).toBeNull();
});
