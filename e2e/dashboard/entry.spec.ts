import { randomBytes } from "node:crypto";
import { appendFileSync } from "node:fs";
import { expect, type Page, test } from "@playwright/test";
import { codeOf, stepAt } from "@/lib/auth/sign-in/totp";
import { expectAccessible } from "@/tests/support/browser/accessible";
import { collectComplaints } from "@/tests/support/browser/complaints";
import { act } from "@/tests/support/browser/filled-account";
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

const secondFactor = "[aria-labelledby=card-second-factor]";

test("a merchant signs up, sets up a second factor, and signs in with it by keyboard alone", async ({ page }) => {
  const { email, password } = newPerson();
  await page.goto("/dashboard/sign-up");
  await expectAccessible(page, "the sign-up");
  await expect(page.getByLabel("Kind of account")).toHaveValue("BUSINESS");
  await expect(page.getByText("A personal account cannot take payments and has no API keys.")).toBeVisible();
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByText("Enter your email address.").first()).toBeVisible();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("First name").fill("Ada");
  await page.getByLabel("Last name").fill("Lovelace");
  await page.getByLabel("Country").selectOption("JM");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByRole("heading", { name: "Check your inbox" })).toBeVisible();
  await expectAccessible(page, "the inbox after the sign-up", { within: "main" });
  const confirmation = await linkFor(page, email, "Confirm your email address");
  await page.getByRole("link", { name: "Open the sandbox mail" }).click();
  await expect(page.getByRole("searchbox", { name: "Find mail by address" }).first()).toHaveValue(email);
  expect(page.url(), "the address stays out of the URL").not.toContain("@");
  await expect(page.getByRole("listitem").filter({ hasText: "@" })).toHaveCount(1);
  await page.getByRole("listitem").filter({ hasText: email }).getByRole("link").click();
  await page.frameLocator("iframe").getByRole("link", { name: "Open your account" }).click();
  await page.waitForURL(`**${confirmation}`);
  await expectAccessible(page, "the confirmation", { within: "main" });
  await expect(page.getByText("At least 8 characters.")).toBeVisible();
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Open my account" }).click();
  await page.waitForURL(/\/dashboard\/test$/);

  await page.goto("/dashboard/test/security");
  const factor = page.getByRole("region", { name: "Second factor" });
  await factor.getByLabel("Password").fill(password);
  await factor.getByRole("button", { name: "Set up" }).click();
  await expect(factor.getByRole("img", { name: "QR code" })).toBeVisible();
  await expectAccessible(page, "a code to scan", { within: secondFactor });
  const secret = (await factor.getByTestId("second-factor-secret").textContent()) ?? "";
  note(secret);
  await factor.getByRole("textbox", { name: "Code" }).fill(codeOfPhone(secret, 0));
  await factor.getByRole("button", { name: "Turn on" }).click();
  const codes = (await page.getByTestId("revealed").locator("pre").textContent())?.split("\n") ?? [];
  expect(codes).toHaveLength(10);
  for (const code of codes) note(code);
  await page.getByRole("button", { name: /^I have copied (it|them)$/ }).click();
  await expect(factor.getByText("On. You sign in")).toBeVisible();
  await expectAccessible(page, "a second factor that is on", { within: secondFactor });

  await page.getByRole("button", { name: "your account" }).click();
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await page.waitForURL(/\/dashboard\/sign-in$/);
  await page.goto("/dashboard/test/security");
  await expectAccessible(page, "the sign-in", { within: "main" });
  await type(page, "Email", email);
  await type(page, "Password", password);
  await page.keyboard.press("Enter");
  await page.waitForURL(/second-factor/);
  await expectAccessible(page, "the second factor", { within: "main" });
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
  await expectAccessible(theirs, "the invitation", { within: "main" });
  await theirs.getByLabel("Your name").fill("Grace Hopper");
  await theirs.getByLabel("Password").fill(password);
  await theirs.getByRole("button", { name: "Join" }).click();
  await theirs.waitForURL(/\/dashboard\/(test|live)$/);
  await expect(theirs.getByRole("link", { name: "API keys" }).last()).toBeVisible();
  await expect(theirs.getByRole("link", { name: "Team" })).toHaveCount(0);
  expect((await theirs.request.get("/dashboard/test/team")).status()).toBe(404);

  await theirs.goto("/dashboard/forgotten");
  await expectAccessible(theirs, "the forgotten password", { within: "main" });
  await theirs.getByLabel("Email").fill(email);
  await theirs.getByRole("button", { name: "Send the link" }).click();
  await expect(theirs.getByText("If an account has this address, we sent a mail to it.")).toBeVisible();
  await theirs.goto(await linkFor(theirs, email, "Choose a new password"));
  await expectAccessible(theirs, "the new password", { within: "main" });
  const { password: chosen } = newPerson();
  await theirs.getByLabel("New password", { exact: true }).fill(chosen);
  await theirs.getByLabel("New password again").fill(chosen);
  await theirs.getByRole("button", { name: "Save password" }).click();
  await theirs.waitForURL(/\/dashboard\/sign-in$/);
  await signInTo(theirs, { email, password: chosen }, "/dashboard/test/api-keys?create=1");
  await expect(theirs.getByLabel("View transactions")).toBeVisible();
  await expect(theirs.getByLabel("Request refunds")).toHaveCount(0);
  const key = { name: "Till", scopes: ["svc-transactions-retrieve"], password: chosen };
  note(String((await act(theirs, "create-api-key", key)).key));
  expect(await (await page.request.get("/dashboard/live/mail")).text()).toContain("Your password was changed");

  await page.goto("/dashboard/test/team");
  await page.getByRole("row", { name: "Grace Hopper" }).getByRole("link", { name: "Edit" }).click();
  await page.getByLabel("Revoke Till (test)").check();
  await page.getByRole("button", { name: "Remove" }).click();
  await expectAccessible(page, "the dialogs of a member", { within: "dialog[open]" });
  await page.getByRole("dialog", { name: "Remove Grace Hopper?" }).getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("Grace Hopper")).toHaveCount(0);
  expect(await (await page.request.get("/dashboard/test/api-keys")).text()).toMatch(/Till.*>Revoked</s);
  const refused = await theirs.request.get("/dashboard/live/security", { maxRedirects: 0 });
  expect([refused.status(), refused.headers().location]).toEqual([
    307,
    expect.stringMatching(/^\/dashboard\/sign-in\?next=/),
  ]);
  await theirs.context().close();
});

test("a password can be shown and hidden again, and a visitor opens the sandbox account with one click, without an error in the log", async ({
  page,
}) => {
  const complaints = collectComplaints(page, /^$/);
  await page.goto("/dashboard/sign-in?next=%2Fdashboard%2Ftest%2Ftransactions");
  const password = page.getByLabel("Password");
  await password.fill("secret");
  await page.getByRole("button", { name: "Show password" }).click();
  await expect(password).toHaveAttribute("type", "text");
  await page.getByRole("button", { name: "Hide password" }).click();
  await expect(password).toHaveAttribute("type", "password");
  await page.getByRole("button", { name: "Use the sandbox account" }).click();
  await page.waitForURL(/\/dashboard\/test\/transactions$/);
  expect(complaints).toEqual([]);
});
