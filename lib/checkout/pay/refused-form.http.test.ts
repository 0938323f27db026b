import { beforeAll, describe, expect, inject, it } from "vitest";
import { wordsOf } from "@/components/checkout/words/words-of";
import { fillIn } from "@/lib/kit/text/fill-in";
import { groupDigits } from "@/lib/reference/card-networks";
import { call, type Reply } from "@/tests/support/http/client";
import {
  act,
  asBrowser,
  cardFields,
  newShop,
  openCheckout,
  type Shop,
  withCheckDigit,
} from "@/tests/support/http/payments";

/** A form that a browser posts without JavaScript, and that the server refuses. */
const { roomy } = inject("product");
const words = wordsOf("en");
let shop: Shop;
beforeAll(async () => {
  shop = await newShop();
});

const askingEmail = { method: "credit_card", email: undefined };
const typed = {
  country: "US",
  address1: '1 "Main" <Street>',
  city: "Albany",
  state: "US-NY",
  zipcode: "12207",
  phone_country: "GY",
  phone: "609 1234",
};

const post = (token: string, form: Record<string, string>, query = "") =>
  act(token, `pay${query}`, { form, headers: asBrowser });
const show = (path: string) => call(roomy, "GET", path, { headers: asBrowser });

/** The texts of a page as people read them. */
const readable = (html: string) =>
  html.replaceAll("&#x27;", "'").replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&gt;", ">");
const idsIn = (html: string) => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);

describe("a refused form without JavaScript", () => {
  it.each<[string, Record<string, string>, string]>([
    ["a wrong check digit", { card_number: "4111111111111112" }, words.problems.card_number_invalid],
    ["a missing number", { card_number: "" }, "Enter your card number."],
    [
      "an unsupported network",
      { card_number: "30569309025904" },
      fillIn(words.problems.network_refused, { network: "Diners Club" }),
    ],
    ["an unknown network", { card_number: withCheckDigit("911111111111111") }, "Choose your card network."],
    ["an expired card", { expiry: "01/20" }, words.problems.expiry_past],
    ["an unreadable date", { expiry: "soon" }, words.problems.expiry_invalid],
    ["a code that is too short", { cvc: "98" }, fillIn(words.problems.cvc_invalid, { digits: 3 })],
    [
      "a short code of American Express",
      { card_number: "378282246310005", cvc: "987" },
      fillIn(words.problems.cvc_invalid, { digits: 4 }),
    ],
    ["no email address", { email: "ada@" }, words.problems.email_invalid],
    ["a card number as the name", { card_name: "4111 1111 1111 1111" }, "never enter a card number"],
    ["a card number as the phone number", { phone: "3782 822463 10005" }, "never enter a card number"],
    ["a state of another country", { state: "XX" }, "Choose your state."],
  ])("shows the real cause: %s", async (_what, wrong, cause) => {
    const { token } = await openCheckout(shop.accountNumber, askingEmail);
    const { status, text, headers } = await post(
      token,
      cardFields("4111111111111111", { ...typed, email: "ada@example.com", ...wrong }),
    );
    expect([status, headers["content-type"]]).toEqual([400, "text/html; charset=utf-8"]);
    expect(readable(text)).toContain(cause);
    for (const [name, value] of Object.entries(wrong)) {
      const isCardData = ["card_number", "expiry", "cvc", "card_name", "phone"].includes(name) && value !== "";
      if (isCardData) expect(text).not.toContain(`"${value}"`);
    }
  });

  it("names the merchant's own email address as the cause", async () => {
    const { token } = await openCheckout(shop.accountNumber, askingEmail);
    const { text } = await post(token, cardFields("4111111111111111", { email: shop.email }));
    expect(readable(text)).toContain(words.problems.email_of_merchant);
    expect(text).toContain(`value="${shop.email}"`);
  });

  it("keeps what was typed, except card data", async () => {
    const { token } = await openCheckout(shop.accountNumber, { fname: "Grace", addr1: "7 Old Road" });
    const { text } = await post(token, cardFields("4929123456781239", { ...typed, address2: "", email: "" }));
    const page = readable(text);
    for (const value of ["Ada Lovelace", '1 "Main" <Street>', "Albany", "12207", "609 1234"]) {
      expect(page).toContain(`value="${value}"`);
    }
    for (const option of ['value="US-NY" selected', "value=US selected", "value=GY selected"]) {
      expect(page).toContain(option);
    }
    expect(page).not.toMatch(/Grace|7 Old Road|customer@example\.com/);
    expect(page).not.toMatch(/4929|123456|04\/31|"123"/);
    expect(page).toContain(words.money.not_charged);
  });

  it("never repeats card data from a wrong field, whatever else is wrong about it", async () => {
    const { token } = await openCheckout(shop.accountNumber);
    const number = groupDigits(withCheckDigit("492912345678123"));
    const names = [
      "card_name",
      "address1",
      "address2",
      "city",
      "state",
      "zipcode",
      "country",
      "phone_country",
      "phone",
    ];
    for (const name of [...names, "email", "card_network", "consent"]) {
      for (const value of [number, `${number} ${"x".repeat(300)}`, `\u0007${number.replaceAll(" ", "_")}`]) {
        const { status, text } = await post(token, cardFields("4111", { [name]: value }));
        expect([name, status, text.match(/4929|5678/g)]).toEqual([name, 400, null]);
      }
    }
    expect((await post(token, cardFields("4111", { card_name: "9876" }))).text).not.toContain("9876");
  });

  it("escapes what was typed, and keeps the page's policy and language", async () => {
    const { token } = await openCheckout(shop.accountNumber);
    const page = await show(`/checkout/${token}?lang=es`);
    const refused = await post(token, cardFields("4111", { address1: '"><script>alert(1)</script>' }), "?lang=es");
    expect(refused.text).not.toContain("<script>alert");
    expect(refused.text).toContain('<html lang="es">');
    expect(refused.headers["cache-control"]).toBe("no-store");
    const ancestorsOf = ({ headers }: Reply) =>
      /frame-ancestors [^;]*/.exec(String(headers["content-security-policy"]))?.[0];
    expect(ancestorsOf(refused)).toContain("https://shop.example");
    expect(ancestorsOf(refused)).toBe(ancestorsOf(page));
  });

  it("keeps the chosen network and the consent", async () => {
    const { token } = await openCheckout(shop.accountNumber);
    const wrong = cardFields(withCheckDigit("911111111111111"), { card_network: "discover", expiry: "01/20" });
    expect((await post(token, wrong)).text).toMatch(/<input(?=[^>]*value="discover")(?=[^>]* checked="")/);
  });

  it("answers a script with JSON, and leads a browser that opens its address to the page", async () => {
    const { token } = await openCheckout(shop.accountNumber);
    const json = await act(token, "pay", { json: cardFields("4111111111111112") });
    expect([json.status, json.body]).toMatchObject([400, { errors: { card_number: "card_number_invalid" } }]);
    const { status, headers } = await show(`/checkout/${token}/pay?lang=fr`);
    expect([status, headers.location]).toEqual([303, `/checkout/${token}?lang=fr`]);
  });
});

it.each([{}, { avs: "1" }, { avs: "1", country: "US" }, { country: "AW" }])(
  "every id occurs once on the hosted page, and on a refused form: %j",
  async (overrides) => {
    const { token } = await openCheckout(shop.accountNumber, overrides);
    const pages = [await show(`/checkout/${token}`), await post(token, { card_number: "4111" })];
    for (const { text } of pages) {
      const ids = idsIn(text);
      expect(ids).toContain("field-state");
      expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    }
  },
);
