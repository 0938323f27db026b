import { describe, expect, it } from "vitest";
import { addBank } from "@/lib/bank-accounts/bank-accounts";
import { db } from "@/lib/db/client";
import { newUlid } from "@/lib/kit/ids";
import { readCsvLines } from "@/lib/kit/text/csv";
import { findBalanceDifferences, findBalances } from "@/lib/ledger/store";
import { openTestAccount } from "@/tests/support/http/accounts";
import {
  banked,
  callerOf,
  foreignBank,
  fund,
  insertWithdrawals,
  localBank,
  normal,
  unbanked,
} from "@/tests/support/http/withdrawals";
import { cancelWithdrawal } from "./cancel-withdrawal";
import { createWithdrawal } from "./create-withdrawal";
import { listBatches, readResults, sendBatch, showWithdrawal, writeBatch } from "./operate-withdrawals";
import { processing } from "./status";
import { type BatchChoice, findAnyWithdrawal } from "./store";

async function newAccount() {
  const { accountNumber } = await openTestAccount({ platforms: ["TT", "JM"] });
  await fund(accountNumber, 100_000n);
  await fund(accountNumber, 100_000n, "sandbox", "USD");
  const caller = callerOf(accountNumber);
  const create = async (body: Record<string, unknown>) =>
    (await createWithdrawal(caller, "sandbox", body)).data.transaction_id;
  return { accountNumber, caller, create };
}

const toRecords = (file: string) => {
  const [names, ...lines] = readCsvLines(file).map(({ cells }) => cells ?? []);
  return lines.map((cells) => Object.fromEntries(cells.map((cell, index) => [names?.[index], cell])));
};

const send = async (choice: BatchChoice) => {
  const batch = newUlid();
  await sendBatch(batch, choice);
  return { batch, ...(await writeBatch(batch)) };
};

describe("the bank file", () => {
  it("contains every waiting withdrawal with its full numbers, and no formula that a spreadsheet would run", async () => {
    const { caller, create } = await newAccount();
    await addBank(caller, "local", localBank);
    await addBank(caller, "foreign", foreignBank);
    const ids = [
      await create(normal("1.00")),
      await create(normal("2.00", "USD")),
      await create({ ...banked("3.00"), name_in_bank: '=HYPERLINK("x"),"y"' }),
      await create(unbanked("4.00")),
    ];
    const cancelled = await create(unbanked("5.00"));
    await cancelWithdrawal(caller, "sandbox", cancelled);

    expect(await send({ environment: "live" })).toMatchObject({ count: 0 });
    expect(await send({ environment: "sandbox", platform: "JM" })).toMatchObject({ count: 0 });
    const { batch, count, file } = await send({ environment: "sandbox", platform: "TT" });
    expect(count).toBe(4);
    const records = toRecords(file);
    expect(records.map(({ transaction_id }) => transaction_id)).toEqual(ids);
    expect(records).toMatchObject([
      { batch, amount: "1.00", bank_account: localBank.bank_account, currency: "TTD" },
      { bank_account: foreignBank.beneficiary_account_number, bank_swift_or_routing_code: "SVBKUS6S", currency: "USD" },
      { bank_account: banked("3.00").bank_account, name_in_bank: `'=HYPERLINK("x"),"y"`, phone: "'+18685550123" },
      { bank_account: "", recipient_name: "Ann Lee", id_number: unbanked("4.00").id_number },
    ]);

    expect((await findAnyWithdrawal(ids[0] ?? ""))?.status).toBe(1);
    expect(await send({ environment: "sandbox" })).toMatchObject({ count: 0 });
    expect(await writeBatch(batch)).toEqual({ count, file });
    expect(await listBatches()).toMatchObject([
      { batch, currency: "TTD", count: 3, amount: 800n, sentAt: expect.any(Date) },
      { batch, currency: "USD", count: 1, amount: 200n },
    ]);
    const shown = JSON.stringify(await showWithdrawal(ids[2] ?? ""));
    expect(shown).toContain(batch);
    expect(shown).not.toContain(banked("3.00").bank_account);
    expect(shown).not.toContain(unbanked("4.00").id_number);
  });

  it("is UTF-8 with a byte order mark, every cell in quotes and every line ended by CRLF", async () => {
    const { create } = await newAccount();
    const id = await create({ ...unbanked("7.00"), recipient_name: 'José "Jo" Lee, Jr' });
    const { batch, file } = await send({ environment: "sandbox" });
    const { reference } = await showWithdrawal(id);
    const bytes = Buffer.from(file);
    expect(bytes.subarray(0, 11)).toEqual(Buffer.from([0xef, 0xbb, 0xbf, ...Buffer.from('"batch",')]));
    const head = `"${batch}","${id}","${reference}","TT","TTD","7.00","sub_unbanked","","","","","",`;
    const person = `"José ""Jo"" Lee, Jr","national_id","${unbanked("7.00").id_number}","ann@example.com","'+18685550123"`;
    const line = Buffer.from(`\r\n${head}${person},"","","","",""\r\n`);
    expect(bytes.subarray(bytes.indexOf("\r\n"))).toEqual(line);
    await readResults(`${id},refunded`);
  });

  it("is not written if a number cannot be unsealed, and the error names the withdrawal", async () => {
    const { create } = await newAccount();
    const [damaged, whole] = [await create(banked("1.00")), await create(unbanked("2.00"))];
    const batch = newUlid();
    await sendBatch(batch, { environment: "sandbox" });
    const sealedBankAccount = new Uint8Array(40);
    await db().withdrawal.update({ where: { transactionId: damaged }, data: { sealedBankAccount } });
    await expect(writeBatch(batch)).rejects.toThrow(`The numbers of withdrawal ${damaged} cannot be read`);
    await readResults(`${damaged},refunded`);
    expect(toRecords((await writeBatch(batch)).file)).toMatchObject([{ transaction_id: whole }]);
    await readResults(`${whole},refunded`);
  });

  it("gets results that are applied once each, and an invalid line does not stop the others", async () => {
    const { accountNumber, create } = await newAccount();
    const [paid, returned, waiting] = [
      await create(unbanked("1.00")),
      await create(unbanked("2.00")),
      await create(unbanked("4.00")),
    ];
    const { batch } = await send({ environment: "sandbox" });
    const [unfunded] = await insertWithdrawals(accountNumber, 1, { amount: 1_000_000n, status: processing });
    const late = await create(unbanked("8.00"));
    const results = [
      "transaction_id,result,note",
      `${paid},completed,`,
      `${paid},refunded`,
      "180055518765,completed",
      `${waiting},lost`,
      `${late},completed`,
      `${unfunded},refunded`,
      "",
      `"${waiting}"completed`,
      `${waiting},completed,"a note`,
      `over two lines"`,
      `${waiting}\0,completed`,
      `"${returned}" , Refunded ,"no such account, says ""the bank"""`,
      "",
    ].join("\r\n");
    const reports = [
      { line: 2, message: `${paid} is completed`, isWrong: false },
      { line: 3, message: `${paid} is «Completed» and cannot be refunded`, isWrong: true },
      { line: 4, message: "the withdrawal does not exist", isWrong: true },
      { line: 5, message: "the result must be completed or refunded", isWrong: true },
      { line: 6, message: `${late} is «Not On ACH File» and cannot be completed`, isWrong: true },
      { line: 7, message: "failed with an internal error: import the file again", isWrong: true },
      { line: 9, message: "the line is not valid CSV", isWrong: true },
      { line: 10, message: "the line is not valid CSV", isWrong: true },
      { line: 11, message: "the line is not valid CSV", isWrong: true },
      { line: 12, message: "the withdrawal does not exist", isWrong: true },
      { line: 13, message: `${returned} is refunded`, isWrong: false },
    ];
    expect(await readResults(results)).toEqual(reports);
    const balance = { available: 100_000n - 1300n, held: 1200n };
    expect((await findBalances(accountNumber, "sandbox")).find(({ currency }) => currency === "TTD")).toMatchObject(
      balance,
    );

    // A bank file that is written again does not contain settled withdrawals.
    expect(toRecords((await writeBatch(batch)).file).map(({ transaction_id }) => transaction_id)).toEqual([waiting]);
    const again = await readResults(`\uFEFF${results}`);
    expect(again.map(({ message }) => message)).toContain(`${paid} was completed already`);
    expect(again.filter(({ isWrong }) => isWrong)).toHaveLength(9);
    expect((await findBalances(accountNumber, "sandbox")).find(({ currency }) => currency === "TTD")).toMatchObject(
      balance,
    );
    expect(await findBalanceDifferences()).toEqual([]);
  });
});
