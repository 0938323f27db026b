import { expect, it } from "vitest";
import { seedSandbox } from "@/lib/accounts/seed-sandbox";
import { findMerchant } from "@/lib/checkout/request/request-store";
import { db } from "@/lib/db/client";
import { env, extendEnv } from "@/lib/kit/env";
import { newUlid } from "@/lib/kit/ids";
import { sandbox } from "@/lib/reference/sandbox";
import { inProduction } from "@/tests/support/http/production";
import { cards, openSession, openShop, pay } from "@/tests/support/in-process/checkout";
import { type MailQuery, openMailbox, readMail, readMailQuery } from "./read-mailbox";

it("in production the mailbox shows only sandbox mail of the public accounts", async () => {
  await seedSandbox();
  const publicShop = await findMerchant(sandbox.merchant.accountNumber);
  for (const shop of [publicShop, await openShop()]) if (shop) await pay(await openSession(shop), cards.approved);
  await db().mail.create({
    data: { ...(await db().mail.findFirstOrThrow()), id: "01KA0000000000000000000000", environment: "live" },
  });
  const all = (await openMailbox())?.mails ?? [];
  expect(all).toHaveLength(3);

  const leave = inProduction({ SEED_SANDBOX: "true" });
  const shown = (await openMailbox())?.mails ?? [];
  const rows = await db().mail.findMany({ where: { id: { in: shown.map(({ id }) => id) } } });
  expect(rows).toMatchObject([{ accountNumber: sandbox.merchant.accountNumber, environment: "sandbox" }]);
  for (const { id } of all) expect((await readMail(id)) !== null).toBe(id === shown[0]?.id);

  leave();

  const leaveAgain = inProduction({ SEED_SANDBOX: "false" });
  expect([await openMailbox(), await readMail(shown[0]?.id ?? "")]).toEqual([null, null]);
  leaveAgain();
});

it.each([
  ["PUBLIC_URL", { PUBLIC_URL: "http://shop.example.com" }],
  ["HOST", { HOST: "0.0.0.0" }],
])(
  "in development the mailbox hides links that open an account if %s is a network address",
  async (_variable, reachable) => {
    await db().mail.deleteMany();
    const mail = {
      environment: "sandbox",
      recipient: "a@example.com",
      language: "en",
      subject: "",
      text: "",
      html: "",
    } as const;
    const write = async (accountNumber: string, kind: string) => {
      const id = newUlid();
      await db().mail.create({ data: { ...mail, id, accountNumber, kind, createdAt: new Date() } });
      return id;
    };
    const links = await Promise.all(
      ["sign_up", "password_reset", "invitation"].map((kind) => write("2345678901", kind)),
    );
    const others = [await write("2345678901", "receipt"), await write(sandbox.merchant.accountNumber, "invitation")];
    const shownIds = async () => (await openMailbox())?.mails.map(({ id }) => id) ?? [];
    expect(await shownIds()).toEqual(expect.arrayContaining([...links, ...others]));

    const { PUBLIC_URL, HOST } = env();
    extendEnv(reachable);
    expect((await shownIds()).toSorted()).toEqual(others.toSorted());
    for (const id of links) expect(await readMail(id)).toBeNull();
    extendEnv({ PUBLIC_URL, HOST });
  },
);

it("filters the mailbox by a part of the address and by kind, and ignores unknown values", async () => {
  await db().mail.deleteMany();
  const write = (recipient: string, kind: string) =>
    db().mail.create({
      data: {
        id: newUlid(),
        accountNumber: sandbox.merchant.accountNumber,
        environment: "sandbox",
        language: "en",
        subject: kind,
        text: "",
        html: "",
        createdAt: new Date(),
        recipient,
        kind,
      },
    });
  await write("ada@example.com", "receipt");
  await write("ada@example.com", "refund");
  await write("grace@example.com", "receipt");
  const found = async (query: MailQuery) =>
    (await openMailbox(readMailQuery(query)))?.mails.map(({ recipient, kind }) => `${recipient} ${kind}`);
  expect(await found({ to: " ADA@" })).toEqual(["ada@example.com refund", "ada@example.com receipt"]);
  expect(await found({ kind: "receipt" })).toEqual(["grace@example.com receipt", "ada@example.com receipt"]);
  expect(await found({ to: "ada", kind: "receipt" })).toEqual(["ada@example.com receipt"]);
  expect(await found({ to: "%", kind: ["nothing", "refund"] })).toEqual([]);
  expect(await found({ to: "\0", kind: "nothing", before: "1" })).toHaveLength(3);
});
