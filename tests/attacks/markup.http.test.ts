import { readdirSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { endpoints } from "@/lib/api/endpoints";
import { payEndpoint } from "@/lib/checkout/page/actions-contract";
import { actions, openActions } from "@/lib/dashboard/actions";
import { pages } from "@/lib/dashboard/pages";
import { fullPath } from "@/lib/http/message/endpoint";
import { type Merchant, newMerchant, uniqueEmail } from "@/tests/support/http/accounts";
import { call, freshAddress, type Reply } from "@/tests/support/http/client";
import { act, type Browser, cookieOf, open } from "@/tests/support/http/dashboard";
import { act as actOnCheckout, cardFields, minimalFields, openCheckout } from "@/tests/support/http/payments";
import { saying, startReceiver } from "@/tests/support/http/receiver";
import { banked, foreignBank, fund, localBank, unbanked } from "@/tests/support/http/withdrawals";
import { newMarkup, numbersIn, sendMarkup, textFieldsOf, unescapedIn } from "./markup";
import { bodyFor, fill, kindOf, type Named, namesObject } from "./objects";

/** Every text field of every endpoint gets markup; then every page that a merchant or a payer sees is read. */
const { roomy } = inject("product");

/** Valid bodies of endpoints and forms that name no object; tests/attacks/objects.ts has the others. */
const bodies: Readonly<Record<string, (merchant: Merchant) => object>> = {
  createAccount: () => ({ email: uniqueEmail(), password: "Long-enough-2026" }),
  createApiKey: () => ({ scopes: ["svc-user-retrieve"] }),
  createWebhook: () => ({ events: ["webhook.test"] }),
  createWithdrawal: () => unbanked("1.00"),
  createTrustedCard: () => ({}),
  createPaymentLink: () => ({ currency: "TTD", amount: "45.00" }),
  requestPayment: ({ accountNumber }) => minimalFields(accountNumber),
  addBank: () => localBank,
  updateBank: () => ({}),
  "save-view": () => ({ list: "transactions", filters: "status=paid" }),
};

/** Endpoints, actions and entry forms whose text fields are not tried here, and why. */
const exempt: Readonly<Record<string, string>> = {
  createPicture: "takes a file, which is drawn anew",
  updatePicture: "takes a file, which is drawn anew",
  setPaymentLinkPicture: "takes a file, which is drawn anew",
  openPaymentLink: "shows a refused form again, which lib/payment-links/payment-links.http.test.ts escapes",
  "inspect-redirect": "answers JSON alone",
  "remove-member": "takes the ids of keys",
  "test-integration": "calls a shop, whose answers lib/conformance/run-kit.test.ts escapes",
  "save-addresses": "refuses all but hosts and origins",
  "sign-in": "shows the next page by its address, as tested below",
  "second-factor": "shows the next page by its address, as tested below",
  join: "shows a name like all others on the team's page",
  "sign-up": "shows names in a mail, which lib/mail/render.test.ts escapes",
};

const api = endpoints.filter((contract) => textFieldsOf(contract).length > 0 && !(contract.name in exempt));
const viaApi = new Set(endpoints.map(({ method, path }) => `${method} ${path}`));
const forms = Object.entries({ ...actions, ...openActions })
  .filter(([, { contract }]) => !viaApi.has(`${contract.method} ${contract.path}`))
  .filter(([name, { contract }]) => textFieldsOf(contract).length > 0 && !(name in exempt));

let merchant: Merchant;
let browser: Browser;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
/** The fields by the number of their markup. */
const given = new Map<string, string>();
const note = (markup: string, where: string) => given.set(numbersIn(markup)[0] ?? "", where);
/** The paths of pages that payers see. */
const checkouts: string[] = [];

beforeAll(async () => {
  [merchant, receiver] = await Promise.all([newMerchant(), startReceiver(saying(204))]);
  await fund(merchant.accountNumber, 100_000n);
  // The list of sessions shows what a browser calls itself.
  const userAgent = newMarkup();
  note(userAgent, "user-agent");
  const address = freshAddress();
  const json = { email: merchant.email, password: merchant.password };
  const headers = { origin: roomy, "user-agent": userAgent };
  browser = {
    cookie: cookieOf(await call(roomy, "POST", "/dashboard/actions/sign-in", { json, headers, as: address })),
    address,
  };
});
afterAll(() => receiver.close());

async function attack(
  name: string,
  contract: Parameters<typeof textFieldsOf>[0],
  valid: object,
  send: (json: object) => Promise<Reply>,
): Promise<Reply> {
  const { reply, accepted } = await sendMarkup(textFieldsOf(contract), { ...valid }, send);
  expect(reply.status, `${name} needs a valid body in this test: ${reply.text}`).toBeLessThan(300);
  for (const { field, markup } of accepted) note(markup, `${name} ${field}`);
  return reply;
}

describe("markup in text fields", () => {
  it.each(api.map((contract) => [contract.name, contract] as const))(
    "is taken by %s or refused",
    async (name, contract) => {
      const ofOwn: Named = { account_number: merchant.accountNumber, type: "local" };
      const isOwn = /\{(account_number|type)\}/.test(contract.path);
      const place = { path: contract.path, receiver: receiver.url };
      const named = namesObject(contract) && !isOwn ? await kindOf(contract.path).make(merchant, place) : ofOwn;
      const sandbox = contract.path.startsWith("/accounts") ? {} : { environment: "sandbox" };
      const valid = { ...sandbox, ...bodyFor(contract), ...bodies[name]?.(merchant) };
      const { body } = await attack(name, contract, valid, (json) =>
        call(roomy, contract.method, fill(fullPath(contract), named), {
          json,
          token: merchant.token,
          as: freshAddress(),
        }),
      );
      if (typeof body.url === "string") checkouts.push(new URL(body.url).pathname);
      if (name === "createPaymentLink") checkouts.push(new URL(body.data.url).pathname);
    },
  );

  it("is taken by the other kinds of bank and withdrawal or refused", async () => {
    const post = (path: string) => (json: object) => call(roomy, "POST", path, { json, token: merchant.token });
    const [bank, withdrawal] = ["addBank", "createWithdrawal"].map((name) =>
      api.find((contract) => contract.name === name),
    );
    await attack(
      "addBank foreign",
      bank ?? {},
      { ...foreignBank, intermediary_bank_swift_code: "SVBKUS6S" },
      post("/api/user/banks/foreign"),
    );
    const valid = { ...banked("1.00"), environment: "sandbox" };
    await attack("createWithdrawal banked", withdrawal ?? {}, valid, post("/api/withdrawals"));
  });

  it.each(forms)("is taken by the dashboard's %s or refused", async (name, { contract }) => {
    await attack(name, contract, bodies[name]?.(merchant) ?? {}, (json) => act(browser, name, json));
  });

  it("is taken by the checkout's form or refused, and stands in the paths of the request log", async () => {
    const own = await openCheckout(merchant.accountNumber, { avs: "1" });
    const texts = ["card_name", "address1", "address2", "city", "zipcode"];
    const shape = Object.fromEntries(Object.entries(payEndpoint.body.shape).filter(([name]) => texts.includes(name)));
    for (const card of ["4000000000000002", "4111111111111111"]) {
      const valid = cardFields(card, { country: "TT", state: "TT-POS", address1: "1 Bay Street", city: "Arima" });
      await attack("pay", { body: { shape } }, valid, (json) => actOnCheckout(own.token, "pay", { json }));
    }
    checkouts.push(new URL(own.url).pathname);
    const markup = newMarkup();
    note(markup, "a path");
    await call(roomy, "GET", `/api/transactions/${encodeURIComponent(markup)}`, { token: merchant.token });
  });
});

/** Charts of another period show the same texts. */
const sameTexts = /[?&]period=/;

/** Reads a page and, as long as they lie below `below`, the pages it leads to. */
async function crawl(starts: readonly string[], below: string): Promise<Map<string, string>> {
  const read = new Map<string, string>();
  const waiting = [...starts];
  for (let path = waiting.pop(); path !== undefined && read.size < 150; path = waiting.pop()) {
    if (read.has(path)) continue;
    const { headers, text } = await open(browser, path);
    if (!headers["content-type"]?.includes("text/html")) continue;
    read.set(path, text);
    const links = [...text.matchAll(/(?:href|src)="([^"#]+)/g)].map(([, link = ""]) => link.replaceAll("&amp;", "&"));
    waiting.push(...links.filter((link) => link.startsWith(below) && !sameTexts.test(link)));
  }
  return read;
}

describe("every page that shows a merchant's or a payer's text", () => {
  const seen = new Set<string>();
  const expectEscaped = (read: ReadonlyMap<string, string>) => {
    for (const [path, html] of read) {
      expect([path, unescapedIn(html)]).toEqual([path, []]);
      for (const number of numbersIn(html)) seen.add(given.get(number) ?? number);
    }
  };

  it("escapes it in the dashboard and in the merchant's mails", async () => {
    const starts = Object.keys(pages).map((name) => `/dashboard/test/${name}`);
    expectEscaped(await crawl(starts, "/dashboard/test"));
    // More than a hundred pages, one after the other, on a machine that may be busy.
  }, 180_000);

  it("escapes it on the checkout pages and on the page of a link", async () => {
    expect(checkouts.length).toBeGreaterThanOrEqual(5);
    expectEscaped(await crawl(checkouts, "/checkout/"));
  });

  it("escapes it where it comes by the address alone", async () => {
    const filters = "search order_id status page next ticket lang fix before problem order path only";
    const returned = "data message transaction_id hash tw_signature currency total";
    const parameters = `${filters} ${returned}`.split(" ");
    const query = new URLSearchParams(parameters.map((name) => [name, newMarkup()]));
    const folders = readdirSync("app/dashboard", { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const entries = folders.map(({ name }) => name).filter((name) => /^[a-z-]+$/.test(name) && name !== "actions");
    expect(entries).toEqual(expect.arrayContaining(["sign-in", "confirm-email", "withdrawal"]));
    const shop = [
      "demo",
      "demo/pay",
      "demo/return",
      "response",
      "docs",
      "sandbox/mail",
      encodeURIComponent(newMarkup()),
    ];
    const names = Object.keys(pages).map((name) => `test/${name}`);
    const paths = [
      "/",
      ...shop.map((path) => `/${path}`),
      ...[...names, ...entries].map((path) => `/dashboard/${path}`),
    ];
    const read = await Promise.all(
      paths.map(async (path) => [path, (await open(browser, `${path}?${query}`)).text] as const),
    );
    expectEscaped(new Map(read));
  });

  it("was found by these tests: at least 25 of the fields are shown somewhere", () => {
    expect([...seen].filter((name) => [...given.values()].includes(name)).length).toBeGreaterThanOrEqual(25);
  });
});
