import { expect, type Locator, type Page, type Request } from "@playwright/test";
import { isResult, type PaymentResult, readResult } from "./result.js";
import { challengeCode, type TestCard, testCards } from "./sandbox-names.js";
import { SandboxSession } from "./sandbox-session.js";

export type CardEntry = { number: string; expiry?: string; cvc?: string; name?: string };

const numberOf = (card: string): string => testCards[card as TestCard] ?? card;

/** Enough words to recognise a page in the error of a test. */
const wordsLengthMax = 500;

/** A hosted page, and not a page of the shop, whose path may also start with `/checkout/`. */
const isHostedPage = (url: string): boolean => /^\/checkout\/[\w-]{50}$/.test(new URL(url).pathname);

const isReturn = (request: Request): boolean => request.isNavigationRequest() && isResult(request.url());

/** The hosted page as a customer uses it, in a window of its own or in a shop's frame. */
export class CheckoutPage {
  /** The whole page. `data-state` is the state of its session: `hosted`, `challenged`, `finalised` … */
  readonly checkout: Locator;
  readonly pay: Locator;
  readonly cancel: Locator;
  /** The sentence about the customer's money. */
  readonly money: Locator;
  readonly countdown: Locator;
  /** Wrong fields and declines. */
  readonly summary: Locator;
  readonly billingCountry: Locator;
  readonly billingState: Locator;
  readonly phoneCountry: Locator;
  readonly consent: Locator;
  readonly storedCard: Locator;
  /** The bank's page. */
  readonly bank: Locator;
  /** The first request with a result since a hosted page was opened. The shop may redirect from there. */
  private returned: Request | null = null;

  /** `root` is the `html` element of the window or of a frame. */
  constructor(readonly root: Locator) {
    this.checkout = root.getByTestId("checkout");
    this.pay = root.getByTestId("pay");
    this.cancel = root.getByTestId("cancel").filter({ visible: true });
    this.money = root.getByTestId("money-state");
    this.countdown = root.getByTestId("countdown");
    this.summary = root.getByTestId("error-summary");
    this.billingCountry = root.getByTestId("billing-country");
    this.billingState = root.getByTestId("billing-state");
    this.phoneCountry = root.getByTestId("phone-country");
    this.consent = root.getByTestId("consent");
    this.storedCard = root.getByTestId("stored-card");
    this.bank = root.frameLocator('[data-testid="challenge-frame"]').locator("html");
    root.page().on("request", (request) => {
      if (isReturn(request)) this.returned ??= request;
      else if (request.isNavigationRequest() && isHostedPage(request.url())) this.returned = null;
    });
  }

  /** The checkout in a window. The shop has sent the customer there, or `open` does. */
  static on(page: Page): CheckoutPage {
    return new CheckoutPage(page.locator("html"));
  }

  /** The checkout in a frame of the shop's page. `embed.js` gives the frame this title. */
  static inFrame(page: Page, selector = 'iframe[title="Card payment"]'): CheckoutPage {
    return new CheckoutPage(page.frameLocator(selector).locator("html"));
  }

  /** Opens a checkout URL, or a permalink of the sandbox. */
  static async open(page: Page, url: string): Promise<CheckoutPage> {
    await page.goto(url);
    return CheckoutPage.on(page);
  }

  /** A field by its autocomplete token, such as `cc-number`. */
  field(token: string): Locator {
    return this.root.locator(`[autocomplete="${token}"]`);
  }

  heading(name: string | RegExp): Locator {
    return this.root.getByRole("heading", { level: 1, name });
  }

  /** Waits until the scripts run: then they validate the form, not the browser. */
  async isScripted(): Promise<void> {
    await expect(this.root.locator("form#pay-form[novalidate]")).toBeAttached();
  }

  async fillCard(card: CardEntry): Promise<void> {
    await this.isScripted();
    await this.enterCard(card);
  }

  /** With or without scripts. */
  async enterCard({ number, expiry = "12/34", cvc, name = "Ada Lovelace" }: CardEntry): Promise<void> {
    await this.field("cc-number").fill(number);
    await this.field("cc-exp").fill(expiry);
    await this.field("cc-csc").fill(cvc ?? (number === testCards.amex ? "1234" : "123"));
    await this.field("cc-name").fill(name);
  }

  /** Fills in a card, by its number or by the name of a test card, and presses Pay. */
  async payWith(card: TestCard | (string & {})): Promise<void> {
    await this.fillCard({ number: numberOf(card) });
    await this.pay.click();
  }

  /** Pays with a card that is declined, and waits for the page to say so. */
  async decline(card: TestCard = "declined_05"): Promise<void> {
    // Waits for the answer, because the page may still show an earlier decline.
    const answered = this.root.page().waitForResponse((response) => new URL(response.url()).pathname.endsWith("/pay"));
    await this.payWith(card);
    await answered;
    await expect(this.summary).toBeVisible();
  }

  /** Pays with a card that the bank challenges, and answers the bank. */
  async challenge(card: TestCard = "challenge_approved", code = challengeCode): Promise<void> {
    await this.payWith(card);
    await this.answerBank(code);
  }

  async answerBank(code = challengeCode): Promise<void> {
    await this.bank.getByRole("textbox").fill(code);
    await this.bank.getByRole("button", { name: "Confirm" }).click();
  }

  /** Presses Cancel. The customer returns to the shop without paying, or from the bank's challenge to the form. */
  async leave(): Promise<void> {
    await this.isScripted();
    await this.cancel.click();
  }

  /** Moves the session's clock past its end, and lets the page notice. */
  async expire(): Promise<void> {
    await this.isScripted();
    await (await this.session()).expire();
    await this.lookAgain();
  }

  /** The sandbox controls of this session. */
  async session(): Promise<SandboxSession> {
    return SandboxSession.of(await this.root.evaluate(() => location.href));
  }

  /**
   * Waits until the customer is back in the shop, in the window or in a frame, and reads the result from the address.
   * Presses the button of the result, so that the test does not wait for its countdown. If the return takes longer than
   * `timeout` milliseconds, the error says what the page shows.
   */
  async result({ timeout = 20_000 }: { timeout?: number } = {}): Promise<PaymentResult> {
    const page = this.root.page();
    // The countdown runs once the page's scripts do. Only they report the result to a page around the frame.
    const counting = this.root.getByTestId("return").filter({ hasText: /\([1-4]\)/ });
    if (!this.returned) void counting.click({ timeout }).catch(() => {});
    const request =
      this.returned ??
      (await page.waitForEvent("request", { predicate: isReturn, timeout }).catch(async (cause: unknown) => {
        throw new Error(`No result arrived within ${timeout} ms. ${await this.describe()}`, { cause });
      }));
    // Waits for the shop's answer, because the test may open another page next.
    await request.response();
    return readResult(request.url());
  }

  /** What the customer sees now, in words for the error of a test. */
  private async describe(): Promise<string> {
    const state = (await this.checkout.isVisible()) ? await this.checkout.getAttribute("data-state") : null;
    const place = state === null ? `The page is ${this.root.page().url()}` : `The checkout is in the state ${state}`;
    const heading = this.root.getByRole("heading", { level: 1 });
    const shown = state === null ? [this.root.locator("body")] : [heading, this.summary, this.money, this.bank];
    const texts = await Promise.all(shown.map((each) => each.filter({ visible: true }).allInnerTexts()));
    const words = texts.flat().join(" · ").replace(/\s+/g, " ").slice(0, wordsLengthMax);
    return `${place}, and shows: ${words}`;
  }

  /** With or without scripts: the customer lets the merchant store this card. */
  async storeCard(number: string): Promise<void> {
    await this.enterCard({ number });
    await this.field("email").fill("ada@example.com");
    await this.consent.check();
    await this.pay.click();
  }

  /** Pays with a stored card, for which the page asks only for the security code. */
  async payByCode(code: string): Promise<void> {
    await this.field("cc-csc").fill(code);
    await this.pay.click();
  }

  /** Fills in a billing address, which a payment with `avs=1` asks for. */
  async fillAddress(): Promise<void> {
    await this.billingCountry.selectOption("US");
    await this.billingState.selectOption("US-NY");
    await this.field("billing address-line1").fill("1 Main Street");
    await this.field("billing address-level2").fill("New York");
    await this.field("billing postal-code").fill("10001");
  }

  /** Unfolds the contact and billing details. Without AVS they are optional and folded. */
  async openDetails(): Promise<void> {
    await this.root.locator("#pay-form details:not([open]) > summary").click();
  }

  /** Acts like a customer who returns to the tab: the page asks for its state. */
  async lookAgain(): Promise<void> {
    await this.root.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  }
}
