import { expect, inject, it } from "vitest";
import { newTransactionId } from "@/lib/kit/ids";
import { sandbox } from "@/lib/reference/sandbox";
import { openCheckout, pay } from "@/tests/support/http/payments";
import { changed, see } from "@/tests/support/http/result-page";

const { publicUrl } = inject("product");

it("/demo/return verifies an order that is not the demo shop's with the sandbox keys", async () => {
  const { token } = await openCheckout(sandbox.merchant.accountNumber, { response_url: `${publicUrl}/demo/return` });
  const { body } = await pay(token, "4111111111111111");
  const address = body.result?.redirect ?? "";
  const seen = await see(address);
  expect(seen).toMatchObject({ title: "Verified: paid", tone: "good", isPaid: true, checks: ["Yes", "Yes", "Yes"] });
  expect(seen.text).toContain("The demo shop does not know this order, so it was verified with the sandbox keys.");
  expect(await see(changed(address, { order_id: "another" }))).toMatchObject({ tone: "bad", isPaid: false });
});

it("/demo/return explains why it cannot verify an unknown order", async () => {
  const transactionId = newTransactionId("sandbox");
  const seen = await see(`/demo/return?status=success&order_id=demo-00000000&transaction_id=${transactionId}`);
  expect(seen).toMatchObject({ title: "This result cannot be checked", tone: "bad", isPaid: false });
  expect(seen.text).toContain("forgets them when it restarts");
});
