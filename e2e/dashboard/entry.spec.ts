import { randomBytes } from "node:crypto";
import { appendFileSync } from "node:fs";
import { expect, type Page, test } from "@playwright/test";
import { codeOf, stepAt } from "@/lib/auth/sign-in/totp";
import { expectAccessible } from "@/tests/support/browser/accessible";
import { product, queryProduct } from "@/tests/support/browser/sandbox";
import { openMerchant, signInTo } from "@/tests/support/browser/signed-in";

/** The ways into the dashboard: sign-up by mail, password, a code from a phone, and invitation. */

const note = (secret: string) => appendFileSync(product().secretsFile, `${secret}\n`);

function newPerson() {
  const name = `person-${randomBytes(6).toString("hex")}`;
  const password = `${name}-A1`;
  note(password);
  return { email: `${name}@example.com`, password };
}

/** The path that the newest mail of a subject to an address links to. */
async function linkFor(page: Page, email: string, subject: string): Promise<string> {
  const find = () =>
    queryProduct<{ id: string }>("SELECT id FROM mail WHERE recipient = $1 AND subject LIKE $2 ORDER BY id DESC", [
      email,
      `%${subject}%`,
    ]);
  // A reset is mailed a moment after its answer.
  await expect.poll(async () => (await find()).length, { message: subject }).toBeGreaterThan(0);
  const [mail] = await find();
  const html = await (await page.request.get(`/sandbox/mail/${mail?.id}/html`)).text();
  const { pathname, search, searchParams } = new URL(/https?:[^\s"<]+\?ticket=[^\s"<]+/.exec(html)?.[0] ?? "");
  note(searchParams.get("ticket") ?? "");
  return pathname + search;
}

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
function bytesOf(text: string): Buffer {
  const bits = [...text].map((sign) => alphabet.indexOf(sign).toString(2).padStart(5, "0")).join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** The code that the phone shows so many 30-second steps from now; each code is accepted once. */
const codeOfPhone = (secret: string, stepsOn: number) => codeOf(bytesOf(secret), stepAt(new Date()) + stepsOn);

/** Reaches the field or button of that name with Tab alone, and types into it. */
async function type(page: Page, label: string, text: string): Promise<void> {
  for (let tabs = 0; tabs < 20; tabs++) {
    await page.keyboard.press("Tab");
    const isThere = await page.evaluate(
      (wanted) => (document.activeElement as HTMLInputElement | null)?.labels?.[0]?.textContent === wanted,
      label,
    );
    if (isThere) return page.keyboard.type(text);
  }
  throw new Error(`${label} cannot be reached by Tab.`);
}

test("a merchant signs up, sets up a second factor, and signs in with it by keyboard alone", async ({ page }) => {
  const { email, password } = newPerson();
  await page.goto("/dashboard/sign-up");
  await expectAccessible(page, "the sign-up");
  await expect(page.getByLabel("Kind of account")).toHaveValue("BUSINESS");
  await expect(page.getByText("A personal account cannot take payments and has no API keys.")).toBeVisible();
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByText("The email field is required.").first()).toBeVisible();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("First name").fill("Ada");
  await page.getByLabel("Last name").fill("Lovelace");
  await page.getByLabel("Country").selectOption("JM");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByRole("heading", { name: "Check your inbox" })).toBeVisible();
  await expectAccessible(page, "the inbox after the sign-up");
  const confirmation = await linkFor(page, email, "Confirm your email address");
  await page.getByRole("link", { name: "Open the sandbox mail" }).click();
  await page.getByRole("listitem").filter({ hasText: email }).getByRole("link").click();
  await page.frameLocator("iframe").getByRole("link", { name: "Open your account" }).click();
  await page.waitForURL(`**${confirmation}`);
  await expectAccessible(page, "the confirmation");
  await expect(page.getByText("At least 8 characters.")).toBeVisible();
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Open my account" }).click();
  await page.waitForURL(/\/dashboard\/test$/);

  await page.goto("/dashboard/test/security");
  const factor = page.getByRole("region", { name: "Second factor" });
  await factor.getByLabel("Password").fill(password);
  await factor.getByRole("button", { name: "Set up" }).click();
  await expect(factor.getByRole("img", { name: "QR code" })).toBeVisible();
  await expectAccessible(page, "the security page, with a code to scan");
  const secret = (await factor.getByTestId("second-factor-secret").textContent()) ?? "";
  note(secret);
  await factor.getByRole("textbox", { name: "Code" }).fill(codeOfPhone(secret, 0));
  await factor.getByRole("button", { name: "Turn on" }).click();
  const codes = (await page.getByTestId("revealed").locator("pre").textContent())?.split("\n") ?? [];
  expect(codes).toHaveLength(10);
  for (const code of codes) note(code);
  await page.getByRole("button", { name: /^I have copied (it|them)$/ }).click();
  await expect(factor.getByText("On. You sign in")).toBeVisible();
  await expectAccessible(page, "the security page, with a second factor");

  await page.getByRole("button", { name: "your account" }).click();
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await page.waitForURL(/\/dashboard\/sign-in$/);
  await page.goto("/dashboard/test/security");
  await expectAccessible(page, "the sign-in");
  await type(page, "Email", email);
  await type(page, "Password", password);
  await page.keyboard.press("Enter");
  await page.waitForURL(/second-factor/);
  await expectAccessible(page, "the second factor");
  await type(page, "Code", codeOfPhone(secret, 1));
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/dashboard\/test\/security$/);
});

test("an owner invites a developer, who joins, resets the password, and is removed", async ({ page, browser }) => {
  const [owner, { email, password }] = [await openMerchant(), newPerson()];
  await signInTo(page, owner, "/dashboard/test/team");
  await page.getByRole("link", { name: "Invite member" }).click();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Role", { exact: true }).selectOption("developer");
  await page.getByLabel("Your password").fill(owner.password);
  await page.getByRole("button", { name: "Send invitation" }).click();
  await expect(page.getByRole("region", { name: "Open invitations" }).getByText(email).first()).toBeVisible();

  const theirs = await (await browser.newContext()).newPage();
  await theirs.goto(await linkFor(theirs, email, "You are invited to a team"));
  await expectAccessible(theirs, "the invitation");
  await theirs.getByLabel("Your name").fill("Grace Hopper");
  await theirs.getByLabel("Password").fill(password);
  await theirs.getByRole("button", { name: "Join" }).click();
  await theirs.waitForURL(/\/dashboard\/(test|live)$/);
  await expect(theirs.getByRole("link", { name: "API keys" }).last()).toBeVisible();
  await expect(theirs.getByRole("link", { name: "Team" })).toHaveCount(0);
  expect((await theirs.request.get("/dashboard/test/team")).status()).toBe(404);

  await theirs.goto("/dashboard/forgotten");
  await expectAccessible(theirs, "the forgotten password");
  await theirs.getByLabel("Email").fill(email);
  await theirs.getByRole("button", { name: "Send the link" }).click();
  await expect(theirs.getByText("If an account has this address, we sent a mail to it.")).toBeVisible();
  await theirs.goto(await linkFor(theirs, email, "Choose a new password"));
  await expectAccessible(theirs, "the new password");
  const { password: chosen } = newPerson();
  await theirs.getByLabel("New password", { exact: true }).fill(chosen);
  await theirs.getByLabel("New password again").fill(chosen);
  await theirs.getByRole("button", { name: "Save password" }).click();
  await theirs.waitForURL(/\/dashboard\/sign-in$/);
  await theirs.getByLabel("Email").fill(email);
  await theirs.getByLabel("Password").fill(chosen);
  await theirs.getByRole("button", { name: "Sign in" }).click();
  await theirs.waitForURL(/\/dashboard\/(test|live)$/);

  await page.goto("/dashboard/live/mail");
  await expectAccessible(page, "the mail");
  await page.getByRole("link", { name: "Your password was changed" }).click();
  await expect(page.frameLocator("iframe").getByRole("heading", { level: 1 })).toHaveText("Your password was changed");
  await expectAccessible(page, "a mail", { iframes: false });

  await theirs.goto("/dashboard/test/api-keys?create=1");
  await theirs.getByLabel("Name", { exact: true }).fill("Till");
  await expect(theirs.getByLabel("Request refunds")).toHaveCount(0);
  await theirs.getByLabel("View transactions").check();
  await theirs.getByLabel("Your password").fill(chosen);
  await theirs.getByRole("button", { name: "Create key" }).click();
  note((await theirs.getByTestId("revealed").locator("pre").textContent()) ?? "");

  await page.goto("/dashboard/test/team");
  await expectAccessible(page, "the team");
  await page.getByRole("row", { name: "Grace Hopper" }).getByRole("link", { name: "Edit" }).click();
  await page.getByLabel("Revoke Till (test)").check();
  await page.getByRole("button", { name: "Remove" }).click();
  await page.getByRole("dialog", { name: "Remove Grace Hopper?" }).getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("Grace Hopper")).toHaveCount(0);
  await page.goto("/dashboard/test/api-keys");
  await expect(page.getByRole("row", { name: "Till" })).toContainText("Revoked");
  const refused = await theirs.request.get("/dashboard/live/security", { maxRedirects: 0 });
  expect([refused.status(), refused.headers().location]).toEqual([
    307,
    expect.stringMatching(/^\/dashboard\/sign-in\?next=/),
  ]);
  await theirs.goto("/dashboard/live/security");
  await theirs.waitForURL(/\/dashboard\/sign-in\?next=/);
});

test("a visitor opens the sandbox account with one click", async ({ page }) => {
  await page.goto("/dashboard/sign-in?next=%2Fdashboard%2Ftest%2Ftransactions");
  await page.getByRole("button", { name: "Use the sandbox account" }).click();
  await page.waitForURL(/\/dashboard\/test\/transactions$/);
});

test("a password can be shown and hidden again", async ({ page }) => {
  await page.goto("/dashboard/sign-in");
  const password = page.getByLabel("Password");
  await password.fill("secret");
  await page.getByRole("button", { name: "Show password" }).click();
  await expect(password).toHaveAttribute("type", "text");
  await page.getByRole("button", { name: "Hide password" }).click();
  await expect(password).toHaveAttribute("type", "password");
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the password stays hidden, and nothing that needs a script is offered", async ({ page }) => {
    await page.goto("/dashboard/sign-in");
    await expect(page.getByLabel("Password")).toHaveAttribute("type", "password");
    await expect(page.getByRole("button", { name: "Show password" })).toBeHidden();
    await expect(page.getByRole("button", { name: "Use the sandbox account" })).toBeHidden();
  });
});
