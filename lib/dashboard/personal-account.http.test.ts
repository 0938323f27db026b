import { expect, it } from "vitest";
import { changeAccountType, findAccountOrThrow } from "@/lib/accounts/operate-accounts";
import { newKey, newMerchant } from "@/tests/support/http/accounts";
import { act, open, signIn } from "@/tests/support/http/dashboard";
import { pages } from "./pages";

it("a business account that became personal keeps its dashboard, without trusted cards and API keys", async () => {
  const merchant = await newMerchant();
  await newKey(merchant, ["svc-accounts-retrieve"]);
  const browser = await signIn(merchant);
  await changeAccountType(await findAccountOrThrow(merchant.accountNumber), "PERSONAL");
  const names = Object.keys(pages);
  const statuses = await Promise.all(
    names.map(async (name) => [name, (await open(browser, `/dashboard/test/${name}`)).status]),
  );
  const missing = ["trusted-cards", "api-keys", "operator"];
  expect(statuses).toEqual(names.map((name) => [name, missing.includes(name) ? 404 : 200]));
  const key = { name: "Shop", environment: "sandbox", scopes: ["svc-user-retrieve"], password: merchant.password };
  const { status, body } = await act(browser, "create-api-key", key);
  expect([status, body.message]).toEqual([403, "API keys are for business accounts."]);
});
