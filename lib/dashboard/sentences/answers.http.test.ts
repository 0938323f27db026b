import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { changeOperator, findAccountOrThrow } from "@/lib/accounts/operate-accounts";
import { kindOf, namesObject } from "@/tests/attacks/objects";
import { openTestAccount } from "@/tests/support/http/accounts";
import type { Reply } from "@/tests/support/http/client";
import { act, type Browser, enter, open, signIn } from "@/tests/support/http/dashboard";
import { memberOf } from "@/tests/support/http/members";
import { actions, openActions } from "../actions";
import { refusalSentences, sentencesByCode } from "./refusal-sentences";

/** Every form of the dashboard is sent wrongly by each kind of member. No answer has a text of the API. */
const people = new Map<string, Browser>();
beforeAll(async () => {
  const [account, house] = [await openTestAccount(), await openTestAccount()];
  const personal = await openTestAccount({ type: "PERSONAL" });
  await changeOperator(await findAccountOrThrow(house.accountNumber), { isOperator: true });
  people.set("owner", await signIn(account)).set("operator", await signIn(house));
  people.set("personal account", await signIn(personal));
  for (const role of ["developer", "support"] as const) people.set(role, await signIn(await memberOf(account, role)));
});

/** The messages of the API that stand in the code as plain text. */
const apiTexts = new Set(
  readdirSync("lib", { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !/test\.ts$|^db\/generated|^dashboard\//.test(file))
    .flatMap((file) => [...readFileSync(join("lib", file), "utf8").matchAll(/AppError\(\s*"\w+",\s*"([^"]+)"/g)])
    .map(([, text = ""]) => text),
);

it("no sentence of the dashboard is a message of the API", () => {
  expect(apiTexts.size).toBeGreaterThan(50);
  const ours = [...Object.values(refusalSentences), ...Object.values(sentencesByCode)];
  expect(ours.filter((sentence) => apiTexts.has(sentence))).toEqual([]);
});

const shapes = /^The [\w ]+ (field|must|may|is|has)\b|^The selected |_|«|Internal Server Error|Unauthorized/;

function expectOurs(name: string, who: string, { status, body }: Reply) {
  if (status < 400) return;
  const sentences = [body.message, ...Object.values<string[]>(body.errors ?? {}).flat()];
  const theirs = sentences.filter(
    (sentence) => apiTexts.has(sentence) || shapes.test(sentence.replace("{order_id}", "")),
  );
  expect([name, who, theirs]).toEqual([name, who, []]);
}

/** Values that break the rules of most fields. */
const wrong = (schema: unknown, value: unknown) =>
  Object.fromEntries(
    Object.keys((schema as { shape?: object } | undefined)?.shape ?? {}).map((field) => [field, value]),
  );
const values = [undefined, "\u0007", "x".repeat(5000), "-1"];

/** The form that ends all sessions has no fields and is never refused. It would sign the people out. */
const { "end-sessions": _, ...refusable } = actions;

it.each(Object.entries(refusable))(
  "the form %s answers every member in its own sentences",
  async (name, { contract }) => {
    const missing = namesObject(contract) ? kindOf(contract.path).missing() : {};
    for (const [who, browser] of people) {
      for (const value of values) {
        const json = { ...wrong(contract.body, value), password: value, ...missing };
        const reply = await act(browser, name, json);
        expect([name, who, reply.status]).not.toEqual([name, who, 401]);
        expectOurs(name, who, reply);
      }
    }
  },
);

it.each(Object.entries(openActions))(
  "the form %s answers a visitor in its own sentences",
  async (name, { contract }) => {
    for (const value of values) expectOurs(name, "visitor", await enter(name, wrong(contract.body, value)));
  },
);

it.each([
  ["transactions", "start_date=2026-02-31"],
  ["transactions", "status=none"],
  ["withdrawals", "amount_min=-1"],
  ["withdrawals", "currency=XXX"],
  ["requests", "method=NONE"],
  ["webhooks", "page=0"],
])("the list %s refuses the filter %s in its own sentences", async (page, query) => {
  const browser = await signIn(await openTestAccount());
  const { status, text } = await open(browser, `/dashboard/test/${page}?${query}`);
  expect(status).toBe(200);
  expect(text).not.toMatch(/The (start date|status|amount min|currency|method|page) must/);
});

it("a form says that what was typed has characters that cannot be stored", async () => {
  for (const name of ["a\u0000b", "\ud800"]) {
    const { status, body } = await act(people.get("owner") as Browser, "save-view", { name });
    expect([status, body.message]).toEqual([400, refusalSentences.text_unusable]);
  }
});

it("a form names all wrong fields at once, those of the contract and those that need a rule of the use-case", async () => {
  const browser = await signIn(await openTestAccount());
  const json = { currency: "TTD", amount: "0.50", max_uses: "12.5", return_url: "maracas.example/thanks" };
  const { status, body } = await act(browser, "create-payment-link", json);
  expect(status).toBe(400);
  expect(body.errors).toEqual({
    title: ["Enter what you sell."],
    amount: ["Enter an amount from TTD\u00a05.00 to TTD\u00a020,400.00."],
    max_uses: ["Enter the stock as a whole number from 1 to 1,000,000."],
    return_url: ["Enter your page’s address so that it starts with https://."],
  });
});
