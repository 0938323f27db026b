import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { db, inTransaction } from "@/lib/db/client";
import { day, hour, later, minute, now, second } from "@/lib/kit/clock";
import { log } from "@/lib/kit/log";
import type { Environment } from "@/lib/reference/platforms";
import type { MailKind } from "@/lib/reference/stored-values";
import { headersOf, type MailServer, startMailServer } from "@/tests/support/http/mail-server";
import { inProduction } from "@/tests/support/http/production";
import { movingClock } from "@/tests/support/in-process/moving-clock";
import { sweepTable } from "@/tests/support/in-process/retention";
import type { Content } from "./content";
import { enqueueMail } from "./outbox";
import { sendDueMail, warnWithoutMailServer } from "./send-mail";
import { claimMail } from "./store";
import { createMailer } from "./transport";

const clock = movingClock();
const content: Content = {
  language: "es",
  subject: "Su pago de TTD 12.05 a Panadería Ñandú",
  brand: { name: "Panadería Ñandú", colour: "#b9432f", picture: null },
  heading: "Recibo del pedido 10482",
  greeting: "Hola, Ada:",
  paragraphs: ["Su pago se ha realizado."],
  facts: [[["Importe", "TTD 12.05"]]],
  closing: [],
  footer: "Tradewind",
};
type Options = { environment?: Environment; kind?: MailKind; recipient?: string | null; subject?: string };
const write = ({ environment = "live", kind = "receipt", recipient, subject = content.subject }: Options = {}) =>
  enqueueMail({
    owner: { accountNumber: "1234567890", environment },
    kind,
    recipient: recipient === undefined ? "ada@example.com" : recipient,
    content: { ...content, subject },
  });

let server: MailServer;
let mailer: ReturnType<typeof createMailer>;

beforeEach(async () => {
  server = await startMailServer();
  mailer = createMailer(server.url, "Tradewind <pay@tradewind.example>");
});
afterEach(async () => {
  mailer.close();
  server.close();
  vi.restoreAllMocks();
  await db().mail.deleteMany();
});

const send = () => sendDueMail(mailer.send);
const theMail = () => db().mail.findFirstOrThrow();

describe("mail that is due", () => {
  it("is sent once, to its recipient only, as text and as HTML", async () => {
    await write();
    await send();
    await send();
    expect(server.received.map(({ to }) => to)).toEqual([["ada@example.com"]]);
    const [mail] = server.received;
    const row = await theMail();
    expect(mail && headersOf(mail)).toMatchObject({
      From: "Tradewind <pay@tradewind.example>",
      To: "ada@example.com",
      "Message-ID": `<${row.id}@tradewind.example>`,
      "Auto-Submitted": "auto-generated",
      Date: "Sun, 15 Nov 2026 12:00:00 +0000",
      "Content-Type": expect.stringContaining("multipart/alternative"),
    });
    expect(mail?.source).toContain("Content-Type: text/plain; charset=utf-8");
    expect(mail?.source).toContain("Content-Type: text/html; charset=utf-8");
    expect(mail?.source).toMatch(/^Content-ID: <symbol@tradewind>$/im);
    expect(row).toMatchObject({ tries: 1, sentAt: now(), dueAt: null, error: null });
  });

  it("is retried on schedule while the server rejects it, then given up and logged as an error", async () => {
    const logged = vi.spyOn(log, "error").mockReturnValue();
    vi.spyOn(log, "warn").mockReturnValue();
    server.refusing = { at: "RCPT TO", code: 451 };
    await write();
    await send();
    for (const wait of [minute, 5 * minute, 30 * minute, 2 * hour, 6 * hour, 12 * hour, 24 * hour]) {
      const { tries } = await theMail();
      clock.pass(wait - 1);
      await send();
      expect((await theMail()).tries).toBe(tries);
      expect(logged).not.toHaveBeenCalled();
      clock.pass(1);
      await send();
      expect((await theMail()).tries).toBe(tries + 1);
    }
    expect(await theMail()).toMatchObject({ tries: 8, dueAt: null, sentAt: null });
    expect(logged).toHaveBeenCalledOnce();
    expect(JSON.stringify(logged.mock.calls)).not.toContain("ada@example.com");
  });

  it("is sent once the server accepts it, with the same message id", async () => {
    vi.spyOn(log, "warn").mockReturnValue();
    server.refusing = { at: "DATA", code: 554 };
    await write();
    await send();
    expect((await theMail()).error).not.toBeNull();
    server.refusing = null;
    clock.pass(minute);
    await send();
    const [mail] = server.received;
    const row = await theMail();
    expect(mail && headersOf(mail)["Message-ID"]).toContain(row.id);
    expect(row).toMatchObject({ tries: 2, dueAt: null, error: null });
  });

  it("is given up at once if the server rejects the recipient, but not if it rejects the sender", async () => {
    vi.spyOn(log, "error").mockReturnValue();
    vi.spyOn(log, "warn").mockReturnValue();
    server.refusing = { at: "MAIL FROM", code: 550 };
    await write();
    await send();
    expect((await theMail()).dueAt).toEqual(later(minute));
    server.refusing = { at: "RCPT TO", code: 550 };
    clock.pass(minute);
    await send();
    expect(await theMail()).toMatchObject({ tries: 2, dueAt: null, sentAt: null });
  });

  it("is sent once by many workers, and by another worker if the first one dies", async () => {
    await Promise.all(Array.from({ length: 12 }, () => write()));
    const [dead] = await claimMail(now(), later(5 * minute), 1);
    await Promise.all([send(), send(), send()]);
    expect(server.received).toHaveLength(11);
    clock.pass(5 * minute);
    await Promise.all([send(), send()]);
    expect(server.received).toHaveLength(12);
    const ids = server.received.map((mail) => headersOf(mail)["Message-ID"]);
    expect(new Set(ids).size).toBe(12);
    expect(ids.at(-1)).toContain(dead?.id);
  });

  it("waits until a mail server is configured", async () => {
    await write();
    clock.pass(10 * day);
    await sendDueMail(null);
    expect(await theMail()).toMatchObject({ tries: 0, sentAt: null });
    await send();
    expect(server.received).toHaveLength(1);
  });

  it("is not stored if the transaction it reports on rolls back", async () => {
    const failed = inTransaction(async () => {
      await write();
      throw new Error("rolled back");
    });
    await expect(failed).rejects.toThrow("rolled back");
    expect(await db().mail.count()).toBe(0);
  });
});

it("warns at start in production without a mail server, and only then", () => {
  const logged = vi.spyOn(log, "warn").mockReturnValue();
  warnWithoutMailServer();
  const leave = inProduction({ SMTP_URL: server.url, MAIL_FROM: "pay@tradewind.example" });
  warnWithoutMailServer();
  leave();
  expect(logged).not.toHaveBeenCalled();
  const leaveAgain = inProduction();
  warnWithoutMailServer();
  leaveAgain();
  expect(logged).toHaveBeenCalledOnce();
});

it("never sends sandbox mail", async () => {
  await write({ environment: "sandbox" });
  clock.pass(day);
  await send();
  expect(server.received).toEqual([]);
  expect(await theMail()).toMatchObject({ dueAt: null, sentAt: null, tries: 0 });
});

it.each([
  ["no address", null],
  ["an empty address", ""],
  ["two addresses", "ada@example.com, eve@example.com"],
  ["a display name", "Eve <eve@example.com>"],
  ["a line break in the address", "ada@example.com\r\nBcc: eve@example.com"],
])("stores no mail to a recipient with %s", async (_case, recipient) => {
  await write({ recipient });
  expect(await db().mail.count()).toBe(0);
});

it.each(["sign_up", "sign_up_known", "password_reset", "invitation"] as const)(
  "limits mails of kind %s, which anyone can request, to 5 per address and hour",
  async (kind) => {
    for (let count = 0; count < 6; count++) await write({ kind });
    expect(await db().mail.count({ where: { kind, dueAt: { not: null } } })).toBe(5);
  },
);

it("limits notices to 20 per kind and hour, and never limits receipts", async () => {
  const notices = async () => db().mail.findMany({ where: { kind: "key_created" }, orderBy: { id: "asc" } });
  for (let count = 0; count < 21; count++) {
    await write({ kind: "key_created" });
    await write();
    clock.pass(1);
  }
  expect((await notices()).map(({ dueAt }) => dueAt !== null)).toEqual([...Array(20).fill(true), false]);
  expect((await notices()).at(-1)?.error).toBe("Not sent: there were too many of its kind.");
  expect(await db().mail.count({ where: { kind: "receipt", dueAt: { not: null } } })).toBe(21);
  await write({ kind: "key_created", recipient: "eve@example.com" });
  clock.pass(hour);
  await write({ kind: "key_created" });
  expect((await notices()).slice(-2).every(({ dueAt }) => dueAt !== null)).toBe(true);
});

it("lets no part of a subject become a header, a recipient or a body", async () => {
  await write({ subject: `Hello\r\nBcc: eve@example.com\r\n\r\n<b>body</b>\u0000\u202e${"x".repeat(500)}` });
  await send();
  const [mail] = server.received;
  expect(mail?.to).toEqual(["ada@example.com"]);
  expect(mail && headersOf(mail)).not.toHaveProperty("Bcc");
  expect((await theMail()).subject).toMatch(/^Hello Bcc: eve@example.com <b>body<\/b> x+…$/);
});

it("keeps mail for 30 days, and logs an error when it deletes unsent mail", async () => {
  const logged = vi.spyOn(log, "error").mockReturnValue();
  await write({ environment: "sandbox" });
  clock.pass(30 * day);
  await sweepTable("mail");
  expect(await db().mail.count()).toBe(1);
  clock.pass(second);
  await write();
  await sweepTable("mail");
  expect([await db().mail.count(), logged.mock.calls.length]).toEqual([1, 0]);
  clock.pass(31 * day);
  await sweepTable("mail");
  expect([await db().mail.count(), logged.mock.calls.length]).toEqual([0, 1]);
});
