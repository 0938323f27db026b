import { type Browser, devices, type Page } from "@playwright/test";
import { declinedCard, fieldOf, inChromium, waitForScripts } from "./chromium";
import type { Measured } from "./must-hold";
import { requestCheckout } from "./payer";
import { type Merchant, openMerchant, type Product } from "./product";
import { median, sleep } from "./rounds";

/** Measures the hosted page in Chromium as a cheap phone on a slow network shows it. */
const slowdown = 4;
const bytesPerSecond = 1_600_000 / 8;
const roundTripMs = 150;
const paintRounds = 5;
const interactionRounds = 3;
/** People type slower than this. Each key is an interaction of its own. */
const keyEveryMs = 60;

type Interaction = { name: string; ms: number };

export async function benchBrowser(product: Product): Promise<Measured> {
  const merchant = await openMerchant("asks-for-the-address", { avs: true });
  return inChromium(async (browser) => {
    // The first page also pays for the start of the browser and of the web process.
    await firstPaintMs(browser, product, merchant);
    const paints: number[] = [];
    for (let round = 0; round < paintRounds; round++) paints.push(await firstPaintMs(browser, product, merchant));
    const slowest: Interaction[] = [];
    for (let round = 0; round < interactionRounds; round++) {
      slowest.push(await slowestInteraction(browser, product, merchant));
    }
    const network = `${(bytesPerSecond * 8) / 1e6} Mbit/s, ${roundTripMs} ms`;
    return {
      caption: `Hosted page in Chromium, ${slowdown}× slower processor`,
      table: {
        [`first contentful paint at ${network}`]: { ms: paints.map(Math.round).join(", ") },
        "slowest interaction": { ms: slowest.map(({ name, ms }) => `${ms} (${name})`).join(", ") },
      },
      figures: { firstPaintMs: median(paints), slowestInteractionMs: median(slowest.map(({ ms }) => ms)) },
    };
  });
}

/** Opens a new session in a new browser context, whose cache is empty. */
async function onNewCheckout<Result>(
  browser: Browser,
  { origin }: Product,
  merchant: Merchant,
  work: (page: Page, url: string) => Promise<Result>,
): Promise<Result> {
  const { path } = await requestCheckout(origin, merchant);
  const context = await browser.newContext(devices["Pixel 7"]);
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
    return await work(page, origin + path);
  } finally {
    await context.close();
  }
}

function firstPaintMs(browser: Browser, product: Product, merchant: Merchant): Promise<number> {
  return onNewCheckout(browser, product, merchant, async (page, url) => {
    const session = await page.context().newCDPSession(page);
    await session.send("Network.enable");
    await session.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: roundTripMs,
      downloadThroughput: bytesPerSecond,
      uploadThroughput: bytesPerSecond,
    });
    await page.goto(url, { waitUntil: "load", timeout: 60_000 });
    const paint = await page.waitForFunction(
      () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime,
    );
    return (await paint.jsonValue()) ?? Number.NaN;
  });
}

function slowestInteraction(browser: Browser, product: Product, merchant: Merchant): Promise<Interaction> {
  return onNewCheckout(browser, product, merchant, async (page, url) => {
    await page.addInitScript(observeInteractions);
    await page.goto(url);
    await waitForScripts(page);
    await fillForm(page);
    // Event Timing reports an interaction after its frame is shown.
    await sleep(1_000);
    const seen = await page.evaluate(() => (globalThis as Observed).benchInteractions ?? []);
    return seen.reduce((one, other) => (other.ms > one.ms ? other : one), { name: "none", ms: 0 });
  });
}

type Observed = typeof globalThis & { benchInteractions?: Interaction[] };

/** Runs in the page. Collects interactions with the Event Timing API. */
function observeInteractions(): void {
  const seen: Interaction[] = [];
  (globalThis as Observed).benchInteractions = seen;
  const options = { type: "event", durationThreshold: 16, buffered: true };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceEventTiming[]) {
      if (!entry.interactionId) continue;
      const element = entry.target instanceof HTMLElement ? entry.target : null;
      const field = element?.getAttribute("name") ?? element?.dataset.testid ?? element?.tagName ?? "";
      seen.push({ name: `${entry.name} ${field}`.trim(), ms: entry.duration });
    }
  }).observe(options);
}

/** Uses the mouse and the keyboard only, because Event Timing ignores events that scripts dispatch. */
async function fillForm(page: Page): Promise<void> {
  const type = async (token: string, text: string) => {
    await fieldOf(page, token).click();
    await page.keyboard.type(text, { delay: keyEveryMs });
  };
  await type("cc-number", declinedCard);
  await type("cc-exp", "1239");
  await page.getByTestId("pay").click();
  await sleep(500);
  await type("cc-csc", "123");
  await type("cc-name", "Ada Lovelace");
  for (const country of ["United States", "Jamaica"]) {
    await page.getByTestId("billing-country").focus();
    await page.keyboard.type(country, { delay: keyEveryMs });
    await sleep(500);
  }
  await type("billing address-line1", "1 Main Street");
  await type("billing address-level2", "Kingston");
  await page.getByTestId("billing-state").focus();
  await page.keyboard.type("Kingston", { delay: keyEveryMs });
  await page.getByTestId("pay").click();
  await page.getByTestId("error-summary").waitFor();
}
