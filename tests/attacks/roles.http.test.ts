import { readdirSync } from "node:fs";
import { dirname } from "node:path";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { changeOperator, findAccountOrThrow } from "@/lib/accounts/operate-accounts";
import { actions } from "@/lib/dashboard/actions";
import { pages } from "@/lib/dashboard/pages";
import { openTestAccount } from "@/tests/support/http/accounts";
import { call } from "@/tests/support/http/client";
import { type Browser, open, signedOutBrowser, signIn } from "@/tests/support/http/dashboard";
import { memberOf } from "@/tests/support/http/members";
import { withSecondFactor } from "@/tests/support/in-process/second-factor";
import { drawCases } from "@/tests/support/in-process/seed";

/**
 * Who may do and see what in the dashboard, written out once more by hand: a change of a role, a new action and a new
 * page must each change a line here.
 */
const all = ["operator", "owner", "developer", "support"];
const builders = ["operator", "owner", "developer"];
const owners = ["operator", "owner"];
const payers = ["operator", "owner", "support"];
const operators = ["operator"];

const mayAct: Readonly<Record<string, readonly string[]>> = {
  "create-api-key": builders,
  "update-api-key": builders,
  "roll-api-key": builders,
  "revoke-api-key": builders,
  "change-checkout-settings": builders,
  "change-compatibility": builders,
  "change-signed-requests": builders,
  "change-branding": builders,
  "create-picture": builders,
  "update-picture": builders,
  "delete-picture": builders,
  "change-password": all,
  "begin-second-factor": all,
  "enable-second-factor": all,
  "disable-second-factor": all,
  "switch-password-grant": owners,
  "end-session": all,
  "end-sessions": all,
  "invite-member": owners,
  "withdraw-invitation": owners,
  "change-role": owners,
  "remove-member": owners,
  "reveal-hash-key": builders,
  "rotate-hash-key": builders,
  "switch-hash-key": builders,
  "create-webhook": builders,
  "update-webhook": builders,
  "delete-webhook": builders,
  "rotate-webhook": builders,
  "test-webhook": builders,
  "resend-delivery": all,
  "resend-failed": all,
  "save-addresses": builders,
  "inspect-redirect": builders,
  "test-integration": builders,
  "operator-verify": operators,
  "operator-live-enable": operators,
  "operator-unlock": operators,
  "operator-chargeback": operators,
  "create-withdrawal": owners,
  "confirm-withdrawal": owners,
  "cancel-withdrawal": owners,
  "add-bank": owners,
  "update-bank": owners,
  "remove-bank": owners,
  search: all,
  "save-view": all,
  "remove-view": all,
  "request-refund": payers,
  "resend-receipt": payers,
  "create-card-link": builders,
  "withdraw-card-link": builders,
  "verify-card": builders,
  "delete-card": builders,
  "create-payment-link": builders,
  "switch-payment-link": builders,
  "edit-payment-link": builders,
  "delete-payment-link": builders,
};

/** Actions that have fewer roles in live than in test. */
const mayActLive: Readonly<Record<string, readonly string[]>> = {
  "reveal-hash-key": owners,
  "rotate-hash-key": owners,
  "switch-hash-key": owners,
};

const maySee: Readonly<Record<string, readonly string[]>> = {
  "": all,
  transactions: all,
  "payment-links": all,
  "trusted-cards": all,
  withdrawals: owners,
  banks: owners,
  "api-keys": builders,
  "hash-key": builders,
  webhooks: all,
  addresses: builders,
  requests: builders,
  "hash-inspector": builders,
  conformance: builders,
  checkout: builders,
  branding: builders,
  team: owners,
  security: all,
  audit: owners,
  mail: owners,
  operator: operators,
};

/** The operator's own developer and support are no operators. */
const people = new Map<string, Browser>();
beforeAll(async () => {
  const [account, house] = [await openTestAccount(), await openTestAccount()];
  await changeOperator(await findAccountOrThrow(house.accountNumber), { isOperator: true });
  people.set("owner", await signIn(account)).set("operator", await signIn(house));
  for (const role of ["developer", "support"] as const) people.set(role, await signIn(await memberOf(house, role)));
  const { account: guarded } = await withSecondFactor();
  people.set("second factor pending", await signIn(guarded)).set("signed out", signedOutBrowser());
});
const signedOut = ["signed out", "second factor pending"];

/** A body that is no JSON is refused after the role was checked and before anything is done. */
async function probe(person: string, name: string, mode = "test") {
  const { cookie = "", address = "" } = people.get(person) ?? {};
  const { roomy } = inject("product");
  const headers = { cookie, origin: roomy, "content-type": "application/json" };
  const { status } = await call(roomy, "POST", `/dashboard/${mode}/actions/${name}`, {
    raw: "{",
    as: address,
    headers,
  });
  const meaning = ({ 400: "allowed", 401: "unauthorised", 403: "forbidden", 404: "missing" } as const)[status];
  if (!meaning) throw new Error(`The action ${name} answered ${status} to ${person}.`);
  return meaning;
}

describe("the dashboard's actions", () => {
  it("all have a line in the table of roles, and the table has no others", () => {
    expect(Object.keys(mayAct).sort()).toEqual(Object.keys(actions).sort());
  });

  it.each(Object.keys(mayAct))("%s is done by exactly the roles of the table", async (name) => {
    const refused = name.startsWith("operator-") ? "missing" : "forbidden";
    for (const role of all)
      expect([role, await probe(role, name)]).toEqual([role, mayAct[name]?.includes(role) ? "allowed" : refused]);
    for (const person of signedOut) expect([person, await probe(person, name)]).toEqual([person, "unauthorised"]);
  });
});

it.each(Object.keys(mayActLive))("%s is done by exactly the roles of the table in live", async (name) => {
  const allowed = mayActLive[name];
  for (const role of all)
    expect([role, await probe(role, name, "live")]).toEqual([role, allowed?.includes(role) ? "allowed" : "forbidden"]);
});

describe("the dashboard's pages", () => {
  it("all have a line in the table of roles, and the table has no others", () => {
    expect(Object.keys(maySee).sort()).toEqual(Object.keys(pages).sort());
  });

  it.each(drawCases(Object.keys(maySee), 2))(
    "the page %j is there for exactly the roles of the table",
    async (name) => {
      for (const role of all) {
        const { status } = await open(people.get(role) ?? signedOutBrowser(), `/dashboard/test/${name}`);
        expect([role, status]).toEqual([role, maySee[name]?.includes(role) ? 200 : 404]);
      }
    },
  );
});

/** Every page and download below /dashboard/test, with ids that name nothing. */
const files = readdirSync("app/dashboard", { recursive: true, encoding: "utf8" })
  .filter((file) => /\[mode\].*(page\.tsx|route\.ts)$/.test(file) && !file.includes("actions"))
  .map((file) =>
    `/dashboard/${dirname(file)}`
      .replace("/(bare)", "")
      .replace("[mode]", "test")
      .replace(/\[\w+\]/g, "0"),
  );

it.each(files)("%s is refused to a browser without a complete sign-in", async (path) => {
  for (const person of signedOut) {
    const { status, headers } = await open(people.get(person) ?? signedOutBrowser(), path);
    const isRefused = status === 401 || (status === 307 && headers.location?.startsWith("/dashboard/sign-in?next="));
    expect([person, status, isRefused]).toEqual([person, status, true]);
  }
});
