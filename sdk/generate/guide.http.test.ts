import { afterAll, beforeAll, expect, inject, it } from "vitest";
import type { Sample } from "@/lib/docs/markdown";
import { findDocsPage } from "@/lib/docs/pages";
import { merchantSecrets } from "@/lib/hash-keys/merchant-keys";
import { now } from "@/lib/kit/clock";
import { sandbox } from "@/lib/reference/sandbox";
import { newSecret, signedHeaders } from "@/lib/webhooks/signature";
import { newMerchant } from "@/tests/support/http/accounts";
import { call } from "@/tests/support/http/client";
import { minimalFields, pay, send, tokenOf, uniqueOrder } from "@/tests/support/http/payments";
import { newWorkshop } from "@/tests/support/http/programs";
import { type Installed, installLibraries } from "./installed";

/** Runs the samples of docs/guides/libraries.md with the real libraries against the running product. */
const { run } = newWorkshop();
const webhookSecret = newSecret();
let libraries: Awaited<ReturnType<typeof installLibraries>>;
beforeAll(async () => {
  libraries = await installLibraries();
});
afterAll(() => libraries.remove());

const languages = ["JavaScript", "PHP", "Python"] as const;

function findLibrary(language: Installed["language"], skip: (note: string) => void): Installed {
  const library = libraries.installed.find((each) => each.language === language);
  if (!library) throw new Error(`There is no library for ${language}.`);
  if (library.missing) skip(library.missing);
  return library;
}

/** The samples of one language as one program, with a replaced installation. */
function programOf({ language, setUp }: Installed): Sample {
  const parts = findDocsPage("/docs/libraries")?.parts ?? [];
  const samples = parts.flatMap((part) => (part.kind === "code" ? part.samples : []));
  const own = samples.filter((sample) => sample.language === language).map(({ code }) => code.replace("<?php\n", ""));
  const installation = /^(import .* from "@tradewind\/sdk";|require 'tradewind\/autoload.php';)$/m;
  const names = language === "JavaScript" ? "\nconst { Tradewind } = sdk;" : "";
  const code = `${setUp}${names}\n${own.join("\n")}`
    .replace(installation, "")
    .replaceAll("whsec_YOUR_SECRET", webhookSecret);
  return { language, file: null, code: language === "PHP" ? `<?php\n${code}` : code };
}

it.concurrent.for(languages)(
  "the %s library requests a payment, believes only its result, and refunds it once",
  async (language, { skip }) => {
    const program = programOf(findLibrary(language, skip));
    const order = { id: uniqueOrder(), total: "10.00", currency: "TTD", email: "ada@example.com" };
    const [started, refused] = await run(program, [
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
    const [first, again, cheaper, forged, received, faked, refund, repeated] = await run(program, [
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
    expect(cheaper?.error).toBe("The hash does not match the order's total and your hash key.");
    expect(forged?.error).toBe("tw_signature does not match the other parameters.");
    expect(received?.value).toEqual(JSON.parse(event.body));
    expect(faked?.error).toBe("The signature does not match the body and the secret.");
    expect(refund?.value).toMatchObject({ refund_id: expect.any(String), status: expect.any(String) });
    expect(repeated).toEqual(refund);
    const path = `/api/transactions/${transaction_id}`;
    const { body: record } = await call(inject("product").roomy, "GET", path, { key: sandbox.apiKey });
    expect(record.data.refunds).toMatchObject([{ total: "5.00" }]);
  },
);

it.concurrent.for(languages)(
  "an account that requires signed requests accepts those of the %s library, and only with its secret",
  async (language, { skip }) => {
    const library = findLibrary(language, skip);
    const { token, accountNumber } = await newMerchant();
    const { signingSecret } = await merchantSecrets(accountNumber, "sandbox");
    const json = { sandbox: true };
    const { body } = await call(inject("product").roomy, "PATCH", "/api/user/signed-requests", { token, json });
    expect(body.data).toMatchObject(json);
    const programWith = (secret: string) => {
      const { code, ...program } = programOf(library);
      const { merchant: seeded } = sandbox;
      const own = code.replace(seeded.accountNumber, accountNumber).replace(seeded.signingSecret, secret);
      return { ...program, code: own };
    };
    const order = { id: uniqueOrder(), total: "10", currency: "TTD", email: "zoe@example.com" };
    const [accepted] = await run(programWith(signingSecret), [["startPayment", order]]);
    const [refused] = await run(programWith("another-secret"), [["startPayment", order]]);
    const unsigned = await send(minimalFields(accountNumber));
    expect(accepted?.value).toMatchObject({ message: "OK" });
    expect(refused?.error).toBe("The request signature does not match the request.");
    expect(unsigned.body.message).toBe("The request signature field is required.");
  },
);
