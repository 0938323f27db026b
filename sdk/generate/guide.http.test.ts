import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { writePackages } from "@/launch/libraries/build-libraries";
import { packageTypes } from "@/lib/docs/packages";
import { merchantSecrets } from "@/lib/hash-keys/merchant-keys";
import { now } from "@/lib/kit/clock";
import { sandbox } from "@/lib/reference/sandbox";
import { newSecret, signedHeaders } from "@/lib/webhooks/signature";
import { newMerchant } from "@/tests/support/http/accounts";
import { agree, cardsCall } from "@/tests/support/http/card-requests";
import { call } from "@/tests/support/http/client";
import { minimalFields, pay, send, tokenOf, uniqueOrder } from "@/tests/support/http/payments";
import { runIn } from "@/tests/support/http/programs";
import {
  installPlaywrightPackage,
  missingFor,
  openShopFolder,
  programOf,
  type ShopFolder,
  type ShopLanguage,
  shopLanguages,
} from "./shop-folder";

/**
 * Installs the libraries by the commands of docs/guides/libraries.md from the running product, and runs the samples of
 * this guide.
 */
const webhookSecret = newSecret();
const shops = new Map<ShopLanguage, ShopFolder>();
beforeAll(async () => {
  const runnable = shopLanguages.filter((language) => missingFor(language) === null);
  await Promise.all(runnable.map(async (language) => shops.set(language, await openShopFolder(language))));
});
afterAll(() => {
  for (const shop of shops.values()) shop.remove();
});

type Calls = Parameters<typeof runIn>[2];

/** Runs calls of the guide's samples in the shop of this language, with the secrets of a merchant. */
function openShop(language: ShopLanguage, skip: (note: string) => void) {
  const shop = shops.get(language);
  if (!shop) skip(missingFor(language) ?? "");
  const { code, ...program } = programOf(language);
  const withSecrets = code.replaceAll("whsec_YOUR_SECRET", webhookSecret);
  return (calls: Calls, change = (text: string) => text) =>
    runIn(shop?.folder ?? "", { ...program, code: change(withSecrets) }, calls);
}

it.concurrent.for(shopLanguages)(
  "the %s library requests a payment, believes only its result, and refunds it once",
  async (language, { skip }) => {
    const run = openShop(language, skip);
    const order = { id: uniqueOrder(), total: "10.00", currency: "TTD", email: "ada@example.com" };
    const [started, refused] = await run([
      ["startPayment", order],
      ["startPayment", { ...order, currency: "EUR" }],
    ]);
    expect(refused?.error).toMatch(/^The currency must be one of/);
    const { url = "", transaction_id = "" } = (started?.value ?? {}) as { url?: string; transaction_id?: string };
    const { body } = await pay(tokenOf(url), "4111111111111111");
    const query = new URL(body.result?.redirect ?? "").search.slice(1);

    const row = { id: order.id, total: order.total, currency: order.currency, transaction_id, is_paid: false };
    const event = { id: "evt_1", at: now(), body: JSON.stringify({ event: "webhook.test", data: "Zoë 🐚" }) };
    const headers = signedHeaders(event, [webhookSecret]);
    const [first, again, cheaper, forged, received, faked, refund, repeated] = await run([
      ["isNewlyPaid", query, row],
      ["isNewlyPaid", query, { ...row, is_paid: true }],
      ["isNewlyPaid", query, { ...row, total: "9.99" }],
      ["isNewlyPaid", query.replace("total=12.05", "total=99.99"), row],
      ["readEvent", event.body, headers],
      ["readEvent", `${event.body} `, headers],
      ["refundFive", transaction_id],
      ["refundFive", transaction_id],
    ]);
    expect([first, again]).toEqual([{ value: true }, { value: false }]);
    const hint = "This is a sandbox result, so it needs the sandbox";
    expect(cheaper?.error).toBe(`The hash does not match the order's total and your hash key. ${hint} hash key.`);
    expect(forged?.error).toBe(`tw_signature does not match the other parameters. ${hint} signing secret.`);
    expect(received?.value).toEqual(JSON.parse(event.body));
    expect(faked?.error).toBe("The signature does not match the body and the secret.");
    expect(refund?.value).toMatchObject({ refund_id: expect.any(String), status: expect.any(String) });
    expect(repeated).toEqual(refund);
    const path = `/api/transactions/${transaction_id}`;
    const { body: record } = await call(inject("product").roomy, "GET", path, { key: sandbox.apiKey });
    expect(record.data.refunds).toMatchObject([{ total: "5.00" }]);
  },
);

it.concurrent.for(shopLanguages)(
  "an account that requires signed requests accepts those of the %s library, and only with its secret",
  async (language, { skip }) => {
    const run = openShop(language, skip);
    const { token, accountNumber } = await newMerchant();
    const { signingSecret } = await merchantSecrets(accountNumber, "sandbox");
    const json = { sandbox: true };
    const { body } = await call(inject("product").roomy, "PATCH", "/api/user/signed-requests", { token, json });
    expect(body.data).toMatchObject(json);
    const { merchant } = sandbox;
    const order = { id: uniqueOrder(), total: "10", currency: "TTD", email: "zoe@example.com" };
    const requestWith = (secret: string) =>
      run([["startPayment", order]], (code) =>
        code.replace(merchant.accountNumber, accountNumber).replace(merchant.signingSecret, secret),
      );
    const [accepted] = await requestWith(signingSecret);
    const [refused] = await requestWith("another-secret");
    const unsigned = await send(minimalFields(accountNumber));
    expect(accepted?.value).toMatchObject({ message: "OK" });
    expect(refused?.error).toBe("The request signature does not match the request.");
    expect(unsigned.body.message).toBe("The request signature field is required.");
  },
);

it.concurrent.for(shopLanguages)(
  "the %s library stores a card, charges it, and makes a link that can be paid once",
  async (language, { skip }) => {
    const run = openShop(language, skip);
    const [asked, link] = await run([["requestCard"], ["sellOnce", "Mango chow", "45.00"]]);
    expect(link?.value).toContain("/pay/");
    const { url = "", transaction_id = "" } = (asked?.value ?? {}) as { url?: string; transaction_id?: string };
    const { body } = await agree(tokenOf(url), "5555555555554444");
    const returned = new URL(body.result?.redirect ?? "").searchParams;
    const { uuid, total } = Object.fromEntries(returned);
    const order = { id: uniqueOrder(), total: "10.00", currency: "TTD" };
    const [stored, forged, charged] = await run([
      ["uuidOfCard", returned.toString(), transaction_id],
      ["uuidOfCard", returned.toString(), "SB-2"],
      ["chargeCard", uuid, total, order],
    ]);
    await cardsCall({ key: sandbox.apiKey }, "DELETE", `/${uuid}`);
    expect(stored?.value).toBe(uuid);
    expect(forged?.error).toBe("The result belongs to another transaction.");
    expect(charged?.value).toMatchObject({ message: "OK", url: expect.stringContaining("/checkout/") });
  },
);

it("the commands of the docs install the Playwright package into a shop", async ({ skip }) => {
  const shop = shops.get("JavaScript");
  if (!shop) return skip(missingFor("JavaScript") ?? "");
  await installPlaywrightPackage(shop.folder);
  const files = ["dist/index.js", "dist/index.d.ts", "sample/tests/shop.spec.ts", "LICENSE"];
  const missing = files.filter((file) => !existsSync(join(shop.folder, "node_modules/@Tradewind/playwright", file)));
  expect(missing).toEqual([]);
});

it("the packages that the product serves are those that another build of the same sources writes", async () => {
  const folder = mkdtempSync(join(tmpdir(), "tradewind-packages-"));
  await writePackages(folder);
  const files = readdirSync(folder);
  expect(files.sort()).toEqual(Object.keys(packageTypes).sort());
  for (const file of files) {
    const served = await (await fetch(`${inject("product").roomy}/sdk/${file}`)).arrayBuffer();
    expect(Buffer.from(served).equals(readFileSync(join(folder, file))), file).toBe(true);
  }
  rmSync(folder, { recursive: true });
});

it("the product serves its packages as files, and answers 404 in a sentence to every other name", async () => {
  const { roomy } = inject("product");
  const { status, headers } = await call(roomy, "HEAD", "/sdk/tradewind.tgz");
  expect([status, headers["content-type"]]).toEqual([200, "application/gzip"]);
  expect(headers["content-disposition"]).toBe('attachment; filename="tradewind.tgz"');
  for (const name of ["none.tgz", "tradewind-1.0.0.tgz", ".stamp", "constructor", "..%2fstatic-files.json"]) {
    const { status: refusal, body } = await call(roomy, "GET", `/sdk/${name}`);
    expect([name, refusal]).toEqual([name, 404]);
    expect(body.message).toMatch(/^There is no such package\. The packages are tradewind\.tgz, /);
  }
  for (const path of ["/sdk", "/sdk/a/b"]) expect(await call(roomy, "GET", path)).toMatchObject({ status: 404 });
  expect(await call(roomy, "POST", "/sdk/tradewind.tgz")).toMatchObject({ status: 405 });
});
