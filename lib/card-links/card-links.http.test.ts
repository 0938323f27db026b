import { beforeAll, describe, expect, inject, it } from "vitest";
import { linkWords } from "@/components/links/words/words-of";
import { db } from "@/lib/db/client";
import { hour, later, now } from "@/lib/kit/clock";
import { languageCodes } from "@/lib/reference/languages";
import { type Merchant, newMerchant } from "@/tests/support/http/accounts";
import { continueFrom, newCardLink, openCardLinkPage, showCardLink } from "@/tests/support/http/card-links";
import { agree, newLiveMerchant } from "@/tests/support/http/card-requests";
import { readCheckout } from "@/tests/support/http/checkout-html";
import { call } from "@/tests/support/http/client";
import { act as actIn, type Browser, open, signIn } from "@/tests/support/http/dashboard";
import { act, tokenOf, visitBank } from "@/tests/support/http/payments";
import { cardLinkSessionsMax } from "./contract";

const { roomy } = inject("product");
const approved = "4111111111111111";
const declined = "4000000000000002";
const challenged = "4000000000003220";
const english = linkWords.en.cardLink;
const form = { label: "Ada <b>Lovelace</b>", response_url: "https://shop.example/cards", hours: "168" };

let merchant: Merchant;
let browser: Browser;
beforeAll(async () => {
  merchant = await newMerchant();
  browser = await signIn(merchant);
});

const sessionsOf = ({ id }: { id: string }) => db().cardLinkSession.count({ where: { linkId: id } });
const change = ({ id }: { id: string }, data: object) => db().cardLink.update({ where: { id }, data });
const listed = async () => (await open(browser, "/dashboard/test/trusted-cards/links")).text;

describe("a card link in the dashboard", () => {
  it("opens no session, lives as long as the merchant chooses, and is listed with an escaped label", async () => {
    const { status, body } = await actIn(browser, "create-card-link", form);
    expect([status, body.data.url]).toEqual([200, expect.stringMatching(/\/store-card\/[\w-]{50}$/)]);
    const link = await db().cardLink.findFirstOrThrow({ where: { accountNumber: merchant.accountNumber } });
    expect(link.expiresAt.getTime() - link.createdAt.getTime()).toBe(168 * hour);
    expect(await sessionsOf(link)).toBe(0);
    const text = await listed();
    expect(text).toContain("Waiting");
    expect(text).toContain("Ada &lt;b&gt;Lovelace&lt;/b&gt;");
    const entries = await db().auditEntry.findMany({
      where: { accountNumber: merchant.accountNumber, subject: link.id },
    });
    expect(entries).toMatchObject([{ action: "card_link.created", detail: { environment: "sandbox" } }]);
  });

  it("is refused with more than 7 days, without a label, and for live without live payments", async () => {
    for (const fields of [{ hours: "169" }, { label: " " }, { response_url: "/cards" }]) {
      const { status, body } = await actIn(browser, "create-card-link", { ...form, ...fields });
      expect([status, Object.keys(body.errors)]).toEqual([400, Object.keys(fields)]);
    }
    const { status, body } = await actIn(browser, "create-card-link", form, { mode: "live" });
    expect([status, body.message]).toEqual([400, "Live payments are not switched on for your account yet."]);
  });

  it("opens a live session for a merchant who may take live payments, and counts as withdrawn once they may not", async () => {
    const shop = await newLiveMerchant();
    const { body } = await actIn(await signIn(shop), "create-card-link", form, { mode: "live" });
    const link = { path: new URL(body.data.url).pathname };
    expect((await act(await openCardLinkPage(link), "state")).body).toMatchObject({
      environment: "live",
      total: "*.**",
    });
    await db().account.update({ where: { accountNumber: shop.accountNumber }, data: { livePlatforms: [] } });
    expect((await showCardLink(link)).text).toContain(english.withdrawn);
  });
});

describe("the page of a card link", () => {
  it("opens no session when it is only read, and starts one whenever its button is pressed", async () => {
    const link = await newCardLink(merchant);
    const page = await showCardLink(link);
    expect([page.status, page.text]).toEqual([200, expect.stringContaining(english.next)]);
    expect(page.text).toMatch(/<meta name="robots" content="noindex, nofollow"/);
    expect(page.headers["set-cookie"]).toBeUndefined();
    await call(roomy, "HEAD", link.path);
    expect(await sessionsOf(link)).toBe(0);
    const { status, headers } = await continueFrom(link);
    expect([status, headers.location]).toEqual([303, expect.stringMatching(/\/checkout\/[\w-]{50}\?lang=en$/)]);
    const { body } = await act(tokenOf(new URL(headers.location ?? "").pathname), "state");
    expect(body).toMatchObject({ state: "hosted", purpose: "card_create" });
    expect(body.remaining_ms).toBeGreaterThan(170_000);
    await openCardLinkPage(link);
    expect(await sessionsOf(link)).toBe(2);
  });

  it(`opens exactly ${cardLinkSessionsMax} sessions for 30 customers at once`, async () => {
    const link = await newCardLink(merchant);
    const replies = await Promise.all(Array.from({ length: 30 }, () => continueFrom(link)));
    const statuses = replies.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(cardLinkSessionsMax).fill(303), ...Array(10).fill(410)]);
    expect(await sessionsOf(link)).toBe(cardLinkSessionsMax);
    expect((await showCardLink(link)).text).toContain(english.exhausted);
    expect(await listed()).toContain("Opened too often");
  });

  it.each(languageCodes)("says in %s why a link cannot be used, without opening a session", async (language) => {
    const words = linkWords[language].cardLink;
    const [nothingHappened] = words.endedNext.split(".");
    for (const [state, data] of [
      ["expired", { expiresAt: later(-1) }],
      ["withdrawn", { withdrawnAt: now() }],
    ] as const) {
      const link = await newCardLink(merchant);
      await change(link, data);
      const { status, text } = await showCardLink(link, language);
      const page = readCheckout(text).text;
      expect([status, page]).toEqual([410, expect.stringContaining(words[state])]);
      expect(page).toContain(nothingHappened);
      expect([(await continueFrom(link)).status, await sessionsOf(link)]).toEqual([410, 0]);
    }
    const unknown = await showCardLink({ path: `/store-card/${"0".repeat(50)}` }, language);
    expect([unknown.status, readCheckout(unknown.text).text]).toEqual([404, expect.stringContaining(words.missing)]);
  });

  it("is found neither by another token of ours nor after its account was deleted", async () => {
    const shop = await newMerchant();
    const link = await newCardLink(shop);
    const token = await openCardLinkPage(link);
    expect((await showCardLink({ path: `/store-card/${token}` })).status).toBe(404);
    await db().account.update({ where: { accountNumber: shop.accountNumber }, data: { deletedAt: now() } });
    expect((await showCardLink(link)).status).toBe(404);
    expect((await continueFrom(link)).status).toBe(404);
  });
});

describe("a card link", () => {
  it("stores one card, even if its sessions try at the same moment, and a decline does not use it up", async () => {
    const link = await newCardLink(merchant);
    const tokens = await Promise.all(Array.from({ length: 6 }, () => openCardLinkPage(link)));
    const [first = ""] = tokens;
    expect((await agree(first, declined)).body.notice).toBe("declined");
    const replies = await Promise.all(tokens.map((token) => agree(token, approved)));
    expect(replies.filter(({ body }) => body.result?.status === "success")).toHaveLength(1);
    for (const { body } of replies.filter(({ body }) => !body.result)) {
      expect(body).toMatchObject({ state: "hosted", money: "not_charged" });
      expect(["link_busy", "link_used_up"]).toContain(body.notice);
    }
    expect(await db().trustedCard.count({ where: { session: { cardLink: { linkId: link.id } } } })).toBe(1);
    const page = await showCardLink(link);
    expect([page.status, page.text]).toEqual([410, expect.stringContaining(english.stored)]);
    expect((await continueFrom(link)).status).toBe(410);
    expect(await listed()).toContain("Card stored");
  });

  it("is free again once the bank's check of another session was cancelled", async () => {
    const link = await newCardLink(merchant);
    const [first, second] = [await openCardLinkPage(link), await openCardLinkPage(link)];
    await agree(first, challenged);
    expect((await agree(second, approved)).body.notice).toBe("link_busy");
    await visitBank(first);
    await act(first, "challenge/cancel");
    expect((await act(second, "state")).body.notice).toBeNull();
    expect((await agree(second, approved)).body.result?.status).toBe("success");
  });

  it("stores no card after it was withdrawn, also in a session that it opened before", async () => {
    const link = await newCardLink(merchant);
    const token = await openCardLinkPage(link);
    for (const _time of ["first", "repeated"]) {
      expect((await actIn(browser, "withdraw-card-link", { card_link_id: link.id })).body).toEqual({ message: "OK" });
    }
    const entries = await db().auditEntry.count({ where: { action: "card_link.withdrawn", subject: link.id } });
    expect(entries).toBe(1);
    expect((await agree(token, approved)).body).toMatchObject({ notice: "link_closed", money: "not_charged" });
    expect((await continueFrom(link)).status).toBe(410);
    expect(await listed()).toContain("Withdrawn");
  });

  it("lets a customer finish a session that it opened just before it expired", async () => {
    const link = await newCardLink(merchant);
    const token = await openCardLinkPage(link);
    await change(link, { expiresAt: later(-1) });
    expect((await agree(token, approved)).body.result?.status).toBe("success");
  });
});
