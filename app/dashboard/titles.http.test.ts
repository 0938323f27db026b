import { readdirSync } from "node:fs";
import { dirname } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { kindOf } from "@/tests/attacks/objects";
import { type Merchant, newMerchant } from "@/tests/support/http/accounts";
import { type Browser, open, signedOutBrowser, signIn } from "@/tests/support/http/dashboard";
import { saying, startReceiver } from "@/tests/support/http/receiver";

/** The name of each page in its title, by the page's folder. */
const ofMembers: Readonly<Record<string, string>> = {
  "(bare)/[mode]/branding/preview": "Preview",
  "(bare)/[mode]/payment-links/[id]/poster": "Poster",
  "[mode]": "Overview",
  "[mode]/addresses": "Allowed addresses",
  "[mode]/api-keys": "API keys",
  "[mode]/api-keys/[kid]": "API key",
  "[mode]/audit": "Audit log",
  "[mode]/banks": "Bank accounts",
  "[mode]/branding": "Branding",
  "[mode]/checkout": "Checkout",
  "[mode]/conformance": "Test my integration",
  "[mode]/hash-inspector": "Hash inspector",
  "[mode]/hash-key": "Hash key",
  "[mode]/mail": "Mail",
  "[mode]/mail/[id]": "One mail",
  "[mode]/operator": "Operator desk",
  "[mode]/payers/[transaction_id]": "Payer",
  "[mode]/payment-links": "Payment links",
  "[mode]/payment-links/[id]": "Payment link",
  "[mode]/requests": "Request log",
  "[mode]/security": "Security",
  "[mode]/team": "Team",
  "[mode]/transactions": "Transactions",
  "[mode]/transactions/[transaction_id]": "Transaction",
  "[mode]/trusted-cards": "Trusted cards",
  "[mode]/trusted-cards/[uuid]": "Trusted card",
  "[mode]/trusted-cards/links": "Card links",
  "[mode]/webhooks": "Webhooks",
  "[mode]/webhooks/[id]": "Webhook endpoint",
  "[mode]/webhooks/[id]/deliveries/[delivery_id]": "Delivery",
  "[mode]/withdrawals": "Withdrawals",
  "[mode]/withdrawals/[transaction_id]": "Withdrawal",
  "[mode]/withdrawals/new": "New withdrawal",
};

const ofVisitors: Readonly<Record<string, string>> = {
  confirm: "Confirm your email",
  "confirm-email": "Confirm a new email",
  forgotten: "Forgotten password",
  join: "Join a team",
  reset: "New password",
  "sign-in": "Sign in",
  "sign-up": "Create an account",
  "slow-down": "Too many requests",
  withdrawal: "Withdrawal to a new payee",
};

/** Pages that only redirect, or are shown between the two steps of a sign-in, and the page of unknown addresses. */
const others = [".", "second-factor", "[mode]/[...rest]"];

it("every page has an entry, and no two pages have the same name", () => {
  const files = readdirSync("app/dashboard", { recursive: true, encoding: "utf8" });
  const folders = files.filter((file) => /(^|\/)page\.tsx$/.test(file)).map((file) => dirname(file));
  const names = { ...ofMembers, ...ofVisitors };
  expect(folders.sort()).toEqual([...Object.keys(names), ...others].sort());
  expect(new Set(Object.values(names)).size).toBe(Object.keys(names).length);
});

const titleOf = (html: string) => /<title>([^<]*)<\/title>/.exec(html)?.[1];

describe("a signed-in member", () => {
  let browser: Browser;
  let owner: Merchant;
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  beforeAll(async () => {
    receiver = await startReceiver(saying(204));
    owner = await newMerchant({ firstName: "Sandbox", lastName: "Shop" });
    await db().account.update({ where: { accountNumber: owner.accountNumber }, data: { isOperator: true } });
    browser = await signIn(owner);
    return () => receiver.close();
  });

  it.each(Object.entries(ofMembers))("sees the page and the account in the title of %s", async (folder, name) => {
    const path = await pathOf(folder);
    const { status, text } = await open(browser, path);
    expect([status, titleOf(text)]).toEqual([200, `${name} · Sandbox Shop · Tradewind`]);
    expect(text.split("</head>")[0]?.match(/<title>/g)).toHaveLength(1);
  });

  it("sees no account in the title of a page that does not exist", async () => {
    const { status, text } = await open(browser, "/dashboard/test/nothing");
    expect([status, titleOf(text)]).toEqual([404, "Page not found · Tradewind"]);
  });

  async function pathOf(folder: string): Promise<string> {
    const page = folder.replace(/^\(bare\)\//, "").replace(/^\[mode\]\/?/, "");
    const named = page.includes("[") ? await idsOf(page) : {};
    return `/dashboard/test/${page.replace(/\[(\w+)\]/g, (_, part) => named[part] ?? part)}`.replace(/\/$/, "");
  }

  async function idsOf(page: string): Promise<Readonly<Record<string, string>>> {
    if (page.startsWith("mail/")) {
      await idsOf("transactions/[transaction_id]");
      const ofPayment = { accountNumber: owner.accountNumber, environment: "sandbox" } as const;
      return { id: (await db().mail.findFirstOrThrow({ where: ofPayment })).id };
    }
    const ofApi = page
      .replace(/\[(\w+)\]/g, "{$1}")
      .replace(/^(api-keys|webhooks)/, "user/$1")
      .replace(/^payers/, "transactions");
    return kindOf(`/${ofApi}`).make(owner, { path: `/${ofApi}`, receiver: receiver.url });
  }
});

it.each(Object.entries(ofVisitors))("a visitor sees the page in the title of %s", async (folder, name) => {
  const { text } = await open(signedOutBrowser(), `/dashboard/${folder}`);
  expect(titleOf(text)).toBe(`${name} · Tradewind`);
});
