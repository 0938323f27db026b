import { execFileSync } from "node:child_process";
import type { Page } from "@playwright/test";
import {
  cards,
  expect,
  expectEnding,
  expectRedirect,
  fillIn,
  money,
  openCheckout,
  test,
  words,
} from "@/tests/support/browser/checkout-page";
import { payInSession } from "@/tests/support/browser/paid-order";
import { moveClock, product } from "@/tests/support/browser/sandbox";
import type { Order } from "@/tests/support/browser/shop";
import { openMerchant } from "@/tests/support/browser/signed-in";

/**
 * A sandbox page polls the state of its session; a live page asks only when it has a reason. Playwright's clock drives
 * the page's timers, so that no test waits and every request is counted.
 */

const announcedStart = words.countdown.announced.split("{seconds}")[1] ?? "";

type Questions = { asked: number; pending: number };

/** Runs in the browser: counts the page's requests for its state, and those without an answer yet. */
function countQuestions(): void {
  const questions: Questions = { asked: 0, pending: 0 };
  Object.assign(window, { questions });
  const ask = window.fetch;
  window.fetch = async (...what) => {
    if (!String(what[0]).endsWith("/state")) return ask(...what);
    questions.asked += 1;
    questions.pending += 1;
    const settle = () => {
      questions.pending -= 1;
    };
    const answer = ask(...what);
    answer.then((response) => response.clone().text()).then(settle, settle);
    return answer;
  };
}

/** Opens the form, types into it, and stops the page's timers there. */
async function openTyped(page: Page, order: Order) {
  await page.addInitScript(countQuestions);
  await page.clock.install();
  const checkout = await openCheckout(page, order);
  await checkout.isScripted();
  await checkout.fillCard({ number: cards.approved });
  await checkout.openDetails();
  await checkout.field("billing address-level2").fill("Port of Spain");
  const at = await page.evaluate(() => Date.now());
  await page.clock.pauseAt(at + 1_000);
  await settle(page);
  return checkout;
}

/** Waits until every request of the page is answered, and returns their number. */
const settle = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const { questions } = window as unknown as { questions: Questions };
    // Without timers, because Playwright's clock stopped them.
    const nextTask = () =>
      new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = resolve;
        port2.postMessage(null);
      });
    for (let turns = 0; turns < 10 || questions.pending > 0; turns++) await nextTask();
    return questions.asked;
  });

/** Advances the page's clock and counts its requests meanwhile. Ends early when the page redirects to the shop. */
async function pass(page: Page, seconds: number): Promise<number> {
  const before = await settle(page);
  let after = before;
  for (let half = 0; half < seconds * 2 && page.url().includes("/checkout/"); half++) {
    await page.clock.runFor(500);
    after = await settle(page).catch(() => after);
  }
  return after - before;
}

const hide = (page: Page, isHidden: boolean) =>
  page.evaluate(
    (state) => {
      Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    },
    isHidden ? "hidden" : "visible",
  );

/** The texts that screen readers are given, in the order in which they appear. */
async function hearAnnouncements(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const place = (target instanceof Element ? target : target.parentElement)?.closest('[role="status"]');
        if (place?.textContent) heard.push(place.textContent);
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  return () => page.evaluate(() => (window as unknown as { heard: string[] }).heard);
}

test("a clock that is moved, stopped and started reaches the countdown, what was typed stays, and the documented curl command ends the page in 3 seconds", async ({
  page,
  shop,
  seen,
}) => {
  const order = await shop.order();
  const checkout = await openTyped(page, order);
  const heard = await hearAnnouncements(page);
  const city = checkout.field("billing address-level2");
  await city.focus();
  await city.evaluate((element) => (element as HTMLInputElement).setSelectionRange(4, 6));

  await moveClock(order, { advance_ms: 100_000, stopped: true });
  await pass(page, 3);
  const stopped = (await checkout.countdown.textContent()) ?? "";
  // Of three minutes, at most 1:20 is left.
  expect(stopped).toMatch(/^1:(20|[01]\d)$/);
  await pass(page, 4);
  await expect(checkout.countdown).toHaveText(stopped);
  await moveClock(order, { advance_ms: 25_000 });
  await pass(page, 3);
  const moved = (await checkout.countdown.textContent()) ?? "";
  expect(moved).toMatch(/^0:[45]\d$/);
  await moveClock(order, { stopped: false });
  // An answer that arrives after an advance of the page's clock shows only at the next advance.
  await expect(async () => {
    await pass(page, 6);
    await expect(checkout.countdown).not.toHaveText(moved, { timeout: 1000 });
  }).toPass();

  await expect(city).toBeFocused();
  expect(await city.evaluate((element) => (element as HTMLInputElement).selectionStart)).toBe(4);
  await expect(city).toHaveValue("Port of Spain");
  await expect(checkout.field("cc-number")).toHaveValue("4111 1111 1111 1111");
  await expect(checkout.field("cc-csc")).toHaveValue("123");
  const seconds = Number(moved.slice(2));
  expect((await heard()).filter((text) => text.includes(announcedStart))).toEqual([
    fillIn(words.countdown.announced, { seconds }),
  ]);

  const address = `${product().roomy}/sandbox/sessions/${order.token}/clock`;
  execFileSync("curl", ["--silent", "--fail", address, "-d", "advance_ms=180000"]);
  await pass(page, 3);
  await expectEnding(() => seen.on(page), money.notCharged, words.result.expired);
  await expectRedirect(shop, order, { status: "failed", message: "[2-REX]: The session expired.", total: "0.00" });
});

test("a sandbox page asks every 2 seconds while it is visible, a failed request shows nothing, and a payment in another browser ends it in 3 seconds", async ({
  page,
  shop,
  seen,
  watch,
}) => {
  watch.allow(/Failed to load resource|ERR_/);
  const order = await shop.order();
  const checkout = await openTyped(page, order);
  const heard = await hearAnnouncements(page);
  await test.step("it asks every 2 seconds, not while it is hidden, and at once on return", async () => {
    expect([4, 5]).toContain(await pass(page, 10));
    await hide(page, true);
    expect(await pass(page, 20)).toBe(0);
    const asked = page.waitForRequest("**/state");
    await hide(page, false);
    await asked;
  });
  await test.step("a failed request shows nothing, and the page asks again", async () => {
    await page.route("**/state", (route) => route.abort("connectionreset"));
    expect(await pass(page, 7)).toBeGreaterThan(1);
    await page.unroute("**/state");
    await page.route("**/state", (route) => route.fulfill({ status: 503, json: { message: "no" } }));
    await pass(page, 3);
    await expect(checkout.root.getByText(words.page.offline)).toBeHidden();
    await expect(checkout.summary).toBeHidden();
    expect(await heard()).toEqual([]);
    await page.unroute("**/state");
  });
  await test.step("a payment in another browser ends the page", async () => {
    await payInSession(order);
    await pass(page, 3);
    await expectEnding(() => seen.on(page), money.charged, words.result.success);
  });
});

test("a live page asks when it becomes visible, comes online or its time is over, and not otherwise", async ({
  page,
  context,
  shop,
  watch,
}) => {
  watch.allow(/Failed to load resource|ERR_/);
  const { accountNumber } = await openMerchant();
  const order = await shop.order({
    account_number: accountNumber,
    environment: "live",
    response_url: "https://shop.example/return",
  });
  const checkout = await openTyped(page, order);
  expect(await pass(page, 20)).toBe(0);
  const askedAfter = async (act: () => Promise<unknown>) => {
    const [request] = await Promise.all([page.waitForRequest("**/state"), act()]);
    await request.response();
  };
  await hide(page, true);
  await askedAfter(() => hide(page, false));
  await context.setOffline(true);
  await askedAfter(() => context.setOffline(false));
  await expect(checkout.root.getByText(words.page.offline)).toBeHidden();
  expect(await pass(page, 20)).toBe(0);
  // By the page's clock the session expired. The server's answer has more time left, and the page shows that.
  await page.clock.fastForward(180_000);
  expect(await pass(page, 3)).toBe(1);
  await expect(checkout.countdown).toHaveText(/^[12]:/);
});
