import { expect, it } from "vitest";
import { changeAccountType, findAccountOrThrow } from "@/lib/accounts/operate-accounts";
import { allowedScopes } from "@/lib/auth/allowed-scopes";
import { covers } from "@/lib/reference/scopes";
import { newKey, newMerchant } from "@/tests/support/http/accounts";
import { act, open, signIn } from "@/tests/support/http/dashboard";
import { actions } from "./actions";
import { pages } from "./pages";

it("a business account that becomes personal keeps its dashboard, without payment links, trusted cards and API keys", async () => {
  const merchant = await newMerchant();
  await newKey(merchant, ["svc-accounts-retrieve"]);
  const browser = await signIn(merchant);
  await changeAccountType(await findAccountOrThrow(merchant.accountNumber), "PERSONAL");
  const names = Object.keys(pages);
  const statuses = await Promise.all(
    names.map(async (name) => [name, (await open(browser, `/dashboard/test/${name}`)).status]),
  );
  const missing = ["payment-links", "trusted-cards", "api-keys", "operator"];
  expect(statuses).toEqual(names.map((name) => [name, missing.includes(name) ? 404 : 200]));
  const key = { name: "Shop", environment: "sandbox", scopes: ["svc-user-retrieve"], password: merchant.password };
  const { status, body } = await act(browser, "create-api-key", key);
  expect([status, body.message]).toEqual([403, "This is for business accounts only."]);
});

it("an account is refused every action whose API endpoint needs a scope that the account cannot have", async () => {
  const merchant = await newMerchant();
  const browser = await signIn(merchant);
  await changeAccountType(await findAccountOrThrow(merchant.accountNumber), "PERSONAL");
  const held = allowedScopes({ type: "PERSONAL", mayManageAccounts: false });
  const refused = Object.entries(actions)
    .filter(
      ([
        ,
        {
          contract: { scopes = [] },
        },
      ]) => scopes.length > 0 && !scopes.some((scope) => covers(held, scope)),
    )
    .map(([name]) => name);
  const links = ["create", "switch", "edit", "delete"].map((name) => `${name}-payment-link`);
  const cards = ["create-card-link", "withdraw-card-link", "verify-card", "delete-card"];
  expect(refused).toEqual(["request-refund", ...cards, ...links]);
  for (const name of refused) {
    const { status, body } = await act(browser, name);
    expect([status, body.message]).toEqual([403, "This is for business accounts only."]);
  }
});
