import { beforeAll, describe, expect, it, vi } from "vitest";
import { wordsOf } from "@/components/checkout/words/words-of";
import { formatMoney } from "@/lib/format/money";
import { fillIn } from "@/lib/kit/text/fill-in";
import { type Language, languageCodes } from "@/lib/reference/languages";
import { formIn, readCheckout, showCheckout } from "@/tests/support/http/checkout-html";
import {
  act,
  asBrowser,
  moveClock,
  newShop,
  openCheckout,
  pay,
  type Shop,
  uniqueOrder,
} from "@/tests/support/http/payments";
import { missingCard } from "@/tests/support/in-process/texts";

/** What the hosted page says in each state, read from its HTML. Browser specs test what the page does. */

const words = wordsOf("en");
const approved = "4111111111111111";
const slow = "4000000000000341";
const declined = "4000000000000002";
const noFunds = "4000000000009995";
const silent = "4000000000000374";
let shop: Shop;
beforeAll(async () => {
  shop = await newShop();
});

const postForm = async (token: string, action: "pay" | "leave", form: Record<string, string>, query = "") => {
  const { headers, text } = await act(token, `${action}${query}`, { form, headers: asBrowser });
  return { ...readCheckout(text), location: headers.location };
};

describe.each(languageCodes)("the hosted page in the language %s", (language) => {
  const said = wordsOf(language);
  const query = `?lang=${language}`;

  it("says after a decline what to do next, that nothing was charged, and the amount to pay", async () => {
    const { token } = await openCheckout(shop.accountNumber);
    await pay(token, declined);
    const page = await showCheckout(token, query);
    expect([page.language, page.part("checkout")?.get("lang")]).toEqual([language, language]);
    const { title, next } = said.notices.declined;
    const amount = formatMoney({ amount: "12.05", currency: "TTD", language }).replace(/\s/g, " ");
    for (const text of [title, next, said.money.not_charged, fillIn(said.actions.pay, { amount })]) {
      expect(page.text).toContain(text.replace(/\s/g, " "));
    }
    for (const token of ["cc-number", "tel-national"]) expect(page.field(token)?.get("dir")).toBe("ltr");
  });

  it("lists what is missing in a form that was posted empty, and stays in its language after the post", async () => {
    const { token } = await openCheckout(shop.accountNumber);
    const refused = await postForm(token, "pay", {}, query);
    for (const text of missingCard(said)) expect(refused.text).toContain(text);
    expect((await postForm(token, "leave", {}, query)).location).toBe(`/checkout/${token}${query}`);
  });
});

describe("the browser's language", () => {
  const asBrazilian = { "accept-language": "pt-BR,pt;q=0.9" };
  const missing = (language: Language) => wordsOf(language).missing.heading;

  it("is the language of the page and of an unknown address, unless the address names another one", async () => {
    const { token } = await openCheckout(shop.accountNumber);
    expect((await showCheckout(token, "", asBrazilian)).language).toBe("pt");
    expect((await showCheckout(token, "?lang=es", asBrazilian)).language).toBe("es");
    expect((await showCheckout("no-such-token", "", asBrazilian)).text).toContain(missing("pt"));
  });
});

it("after the second lack of funds the page counts the attempts that are left, and the fifth ends the session", async () => {
  const { token } = await openCheckout(shop.accountNumber);
  const left = (count: number) => fillIn(words.errors.triesLeft, { count });
  for (const said of ["", left(3), left(2), words.errors.lastTry]) {
    await pay(token, noFunds);
    const page = await showCheckout(token);
    expect(page.text).toContain(words.notices.funds.title);
    expect(page.text).toContain(said);
    expect(page.field("cc-csc")?.get("value") ?? "").toBe("");
  }
  const { body } = await pay(token, noFunds);
  expect(body).toMatchObject({ state: "finalised", money: "not_charged", result: { status: "failed" } });
  const redirect = Object.fromEntries(new URL(body.result?.redirect ?? "").searchParams);
  const message = "[2-R51]: Insufficient funds.";
  expect(redirect).toMatchObject({ message, total: "0.00", card: "XXXXXXXXXXXX9995" });
  const ended = await showCheckout(token);
  for (const text of [words.result.failed, words.money.not_charged]) expect(ended.text).toContain(text);
});

it("after a minute of confirming, the page offers the way back to the shop without a result", async () => {
  const { token } = await openCheckout(shop.accountNumber);
  const paying = pay(token, silent);
  await vi.waitFor(async () => expect((await act(token, "state")).body.state).toBe("authorising"));
  await moveClock(token, { advance_ms: 16_000 });
  expect((await paying).body.money).toBe("confirming");
  const early = await showCheckout(token);
  for (const text of [words.confirming.wait, words.money.confirming]) expect(early.text).toContain(text);
  expect(early.linksTo("https://shop.example/")).toBe(false);
  await moveClock(token, { advance_ms: 45_000 });
  const late = await showCheckout(token);
  for (const text of [words.confirming.long, words.money.confirming]) expect(late.text).toContain(text);
  expect(late.linksTo("https://shop.example/")).toBe(true);
});

it("while one session of an order is paying, another one is refused, and its page says that nothing was charged there", async () => {
  const order_id = uniqueOrder();
  const one = await openCheckout(shop.accountNumber, { order_id });
  const other = await openCheckout(shop.accountNumber, { order_id });
  const paying = pay(one.token, slow);
  await vi.waitFor(async () => expect((await act(one.token, "state")).body.state).toBe("authorising"));
  await pay(other.token, approved);
  const { text } = await showCheckout(other.token);
  for (const said of [words.notices.order_busy.title, "Nothing was charged here.", words.money.not_charged]) {
    expect(text).toContain(said);
  }
  await moveClock(one.token, { advance_ms: 9_000 });
  expect((await paying).body.money).toBe("charged");
});

it.each([
  ["expired", words.result.expired, (token: string) => moveClock(token, { advance_ms: 180_000 })],
  ["left", words.result.left, (token: string) => act(token, "leave")],
])("the page of an %s session says that nothing was charged, and links to the shop's result", async (_, said, end) => {
  const { token } = await openCheckout(shop.accountNumber);
  const { body } = await end(token);
  const page = await showCheckout(token);
  for (const text of [said, words.money.not_charged]) expect(page.text).toContain(text);
  expect(page.linksTo(body.result?.redirect ?? "")).toBe(true);
});

it.each(["credit_card_co", "3co_simple"])(
  "the page of %s names merchant and order, has a way to leave, shows the fee and the debited amount, and says before a try nothing about what was charged",
  async (method) => {
    const order_id = `Order-${uniqueOrder()}`;
    const { token } = await openCheckout(shop.accountNumber, { method, order_id });
    const page = await showCheckout(token);
    expect(page.part("checkout")?.get("data-method")).toBe(method);
    for (const text of [/Cancel and return to \w+/, "TTD 2.05", "Pay TTD 12.05"]) expect(page.text).toMatch(text);
    expect(page.html).toMatch(/<title>Pay [\w ]+, TTD\s12.05<\/title>/);
    expect(page.text).toMatch(/Pay [\w ]+, TTD\s12.05/);
    // The word is not repeated.
    expect(page.text).not.toContain(`Order ${order_id}`);
    expect(page.text).not.toContain(words.money.not_charged);
  },
);

describe("the form starts", () => {
  const startOf = async (fields: Record<string, unknown>) => {
    const { token } = await openCheckout(shop.accountNumber, fields);
    const { html } = await showCheckout(token);
    const { country = "", state = "", phone_country = "", phone = "" } = formIn(html);
    return { country, state, phone_country, phone };
  };
  const empty = { country: "", state: "", phone_country: "", phone: "" };

  it.each<[string, Record<string, unknown>, Partial<typeof empty>]>([
    ["empty, whatever the platform's country_code is", { country_code: "TT" }, {}],
    [
      "with a phone that selects its own country, even if others share its dial code",
      { phone: "+16582221234" },
      { phone_country: "JM", phone: "6582221234" },
    ],
    [
      "without an incomplete phone, and with a country that sets both selectors",
      { phone: "6221234", country: "BB" },
      { country: "BB", phone_country: "BB" },
    ],
    [
      "with the whole number of an unlisted country, which selects no country",
      { phone: "+80012345678", country: "TT" },
      { country: "TT", phone: "+80012345678" },
    ],
    ["with a country without a dial code as the billing country alone", { country: "AQ" }, { country: "AQ" }],
    [
      "with a phone and an address that each set their own selector",
      { phone: "+5926091234", country: "US", state: "NY" },
      { country: "US", state: "US-NY", phone_country: "GY", phone: "6091234" },
    ],
  ])("%s", async (_, fields, expected) => {
    for (const method of ["credit_card_co", "3co_simple"]) {
      expect(await startOf({ method, ...fields })).toEqual({ ...empty, ...expected });
    }
  });

  it("with a number of an unlisted country, an address of short digits and a lower-level state that can be paid with as they are", async () => {
    const address = { addr1: "100", addr2: "12", city: "1234", country: "TT", state: "TT-POS" };
    const inBarking = { addr1: "1 East Street", city: "Barking", zipcode: "IG11 8EP", country: "GB", state: "BDG" };
    for (const fields of [
      { phone: "+80012345678", ...address },
      { phone: "+38343201234", ...inBarking },
    ]) {
      const { token } = await openCheckout(shop.accountNumber, { avs: 1, ...fields });
      const { html } = await showCheckout(token);
      const form = { ...formIn(html), card_number: approved, expiry: "04/31", cvc: "123", card_name: "Ada" };
      expect((await postForm(token, "pay", form)).location).toBe(`/checkout/${token}`);
      expect((await act(token, "state")).body.money).toBe("charged");
    }
  });
});
