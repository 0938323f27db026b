import { expect, inject, it } from "vitest";
import { sandbox } from "@/lib/reference/sandbox";
import { call } from "@/tests/support/http/client";
import { openCheckout } from "@/tests/support/http/payments";

const { roomy, strict } = inject("product");

/** Once by the production's direct dispatch, once by Next.js alone. */
async function policiesOf(path: string): Promise<unknown[]> {
  const answers = await Promise.all([roomy, strict[1]].map((origin) => call(origin, "GET", path)));
  return answers.map(({ headers }) => headers["cross-origin-resource-policy"]);
}

it.each([
  "/",
  "/docs",
  "/dashboard/sign-in",
  "/api/user/",
  "/api/nowhere",
  "/healthz",
  "/icon.svg",
  "/_next/static/unknown.js",
  "/pay/unknown",
])("other sites cannot embed %s", async (path) => {
  expect(await policiesOf(path)).toEqual(["same-origin", "same-origin"]);
});

it("other sites cannot embed a checkout's state or page as a file", async () => {
  const { token } = await openCheckout(sandbox.merchant.accountNumber);
  for (const path of [`/checkout/${token}`, `/checkout/${token}/state`])
    expect(await policiesOf(path)).toEqual(["same-origin", "same-origin"]);
});

it.each(["/embed.js", "/csp-reports", "/plugins/get/currencies", "/pay/unknown/qr.svg", "/pictures/unknown"])(
  "other sites can embed %s",
  async (path) => {
    expect(await policiesOf(path)).toEqual(["cross-origin", "cross-origin"]);
  },
);
