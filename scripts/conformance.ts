import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { reportFailure } from "@/launch/command";
import { parseOptions, readAddress, readOrigin } from "@/launch/options";
import { LaunchError } from "@/launch/processes";
import type { KitTarget } from "@/lib/conformance/kit-target";
import type { TestOrder } from "@/lib/conformance/messages";
import { type CheckoutFacts, KitRefusal, type ReadCheckout, readTestOrder } from "@/lib/conformance/place-order";
import { plainFetch } from "@/lib/conformance/plain-fetch";
import type { CaseReport } from "@/lib/conformance/report";
import { outcomeLabels, reportHeadline, reportPage } from "@/lib/conformance/report-page";
import { runKit, usualLimits } from "@/lib/conformance/run-kit";
import { orderWords, usualWords } from "@/lib/conformance/verdict";
import { rawEnv } from "@/lib/kit/env";
import { sandbox } from "@/lib/reference/sandbox";

const usage = `npm run conformance -- --return-url URL [--order-status-url URL] [--webhook-url URL] [--start-url URL]

Plays the payer and the gateway against your shop, and reports what your shop gets wrong. It tests the sandbox only.

  --return-url        your response_url
  --order-status-url  the page of an order, with {order_id} for its id: the kit reads there whether the order is paid
  --webhook-url       your webhook receiver
  --start-url         places an order: leads to the checkout page, or to the form that posts the payment request
  --start-body        form fields to post to the start URL, such as "product=1&quantity=2"
  --order             an order that you placed by hand, as id:total:currency or id:total:currency:transaction_id;
                      may be given several times
  --paid-words, --unpaid-words
                      words of your pages, separated by commas
  --api               the URL of Tradewind (default: http://localhost:3000)
  --account           your account number (default: the sandbox merchant)
  --demo              tests the demo shop of Tradewind; needs no other option except --api
  --out               the folder for report.html and report.json (default: conformance-report)

The sandbox secrets of your account come from the environment, where other users of the machine cannot see them:
TRADEWIND_HASH_KEY, TRADEWIND_SIGNING_SECRET (default: those of the sandbox merchant) and TRADEWIND_WEBHOOK_SECRET.`;

const answerWithinMs = 15_000;

const text = { type: "string" } as const;
const options = {
  ...{ "return-url": text, "order-status-url": text, "webhook-url": text, "start-url": text, "start-body": text },
  ...{ "paid-words": text, "unpaid-words": text },
  order: { ...text, multiple: true },
  api: { ...text, default: "http://localhost:3000" },
  account: { ...text, default: sandbox.merchant.accountNumber },
  out: { ...text, default: "conformance-report" },
  demo: { type: "boolean", default: false },
} as const;

type Arguments = ReturnType<typeof parseOptions<typeof options>>;

function readTargetOf(given: Arguments): KitTarget {
  const returnUrl = addressIn(given, "return-url");
  if (!returnUrl) throw new LaunchError(`--return-url is missing.\n\n${usage}`);
  const webhookUrl = addressIn(given, "webhook-url");
  const { TRADEWIND_HASH_KEY, TRADEWIND_SIGNING_SECRET, TRADEWIND_WEBHOOK_SECRET: webhookSecret = null } = rawEnv();
  if (webhookUrl && !webhookSecret) {
    throw new LaunchError("Set TRADEWIND_WEBHOOK_SECRET to the secret of your webhook endpoint (whsec_…).");
  }
  const startUrl = addressIn(given, "start-url");
  return {
    returnUrl,
    webhookUrl,
    orderStatusUrl: addressIn(given, "order-status-url", requireOrderId),
    start: startUrl === null ? null : { url: startUrl, body: given["start-body"] ?? null },
    orders: (given.order ?? []).map(givenOrder),
    accountNumber: given.account,
    secrets: {
      hashKey: TRADEWIND_HASH_KEY ?? sandbox.merchant.hashKey,
      signingSecret: TRADEWIND_SIGNING_SECRET ?? sandbox.merchant.signingSecret,
    },
    webhookSecret,
    words: orderWords(given["paid-words"], given["unpaid-words"]),
  };
}

type AddressOption = "return-url" | "order-status-url" | "webhook-url" | "start-url";

/** Returns the address as written, because `{order_id}` must stay in it. */
function addressIn(given: Arguments, option: AddressOption, check = (_text: string) => {}): string | null {
  const text = given[option];
  if (text === undefined) return null;
  readAddress(option, text);
  check(text);
  return text;
}

function requireOrderId(text: string): void {
  if (!text.includes("{order_id}")) throw new LaunchError("--order-status-url must contain {order_id}.");
}

function givenOrder(text: string): TestOrder {
  const [order_id, total, currency, transaction_id] = text.split(":");
  const read = readTestOrder({ order_id, total, currency, transaction_id });
  if ("problem" in read) throw new LaunchError(`--order must be id:total:currency, such as 1001:70.00:TTD.`);
  return read.order;
}

/** Reads the session that the hosted page shows. */
const checkoutReader =
  (origin: string): ReadCheckout =>
  async (token) => {
    const address = `${origin}/checkout/${token}/state`;
    const response = await fetch(address, {
      headers: { accept: "application/json" },
      signal: AbortSignal.timeout(answerWithinMs),
    }).catch(() => {
      throw new LaunchError(
        `Nothing answers at ${origin}. Start Tradewind with «npm start», or set its URL with --api.`,
      );
    });
    return response.ok ? ((await response.json()) as CheckoutFacts) : null;
  };

function print({ id, outcome, wrong }: CaseReport): void {
  console.log(`${outcomeLabels[outcome].padEnd(9)} ${id}`);
  for (const sentence of wrong) console.log(`          ${sentence}`);
}

/** The demo shop, whose secrets are public. */
function demoTarget(origin: string): KitTarget {
  const { accountNumber, hashKey, signingSecret, webhookSecret } = sandbox.shop;
  return {
    returnUrl: `${origin}/demo/return`,
    orderStatusUrl: `${origin}/demo/orders/{order_id}`,
    webhookUrl: `${origin}/demo/webhook`,
    start: { url: `${origin}/demo/orders`, body: "quantity-pepper-sauce=1" },
    orders: [],
    accountNumber,
    secrets: { hashKey, signingSecret },
    webhookSecret,
    words: usualWords,
  };
}

async function test(args: string[]): Promise<void> {
  const given = parseOptions(args, options, usage);
  const origin = readOrigin(given.api);
  const target = given.demo ? demoTarget(origin) : readTargetOf(given);
  const addresses = [target.returnUrl, target.orderStatusUrl, target.start?.url];
  const hosts = new Set(addresses.flatMap((address) => (address ? new URL(address).host : [])));
  const report = await runKit(target, {
    fetchOnce: plainFetch,
    mayVisit: ({ host }) => hosts.has(host),
    readCheckout: checkoutReader(origin),
    docsOrigin: origin,
    limits: usualLimits,
    onCase: print,
  });
  mkdirSync(given.out, { recursive: true });
  writeFileSync(join(given.out, "report.html"), reportPage(report));
  writeFileSync(join(given.out, "report.json"), `${JSON.stringify(report, null, 2)}\n`);
  console.log(`\n${reportHeadline(report)}\nThe report is in ${join(given.out, "report.html")} and report.json.`);
  if (report.summary.failed + report.summary.not_seen > 0) process.exitCode = 1;
}

try {
  await test(process.argv.slice(2));
} catch (error) {
  reportFailure(error instanceof KitRefusal ? new LaunchError(error.message) : error);
}
