import { describe, expect, it } from "vitest";
import { openTestAccount } from "@/e2e/support/accounts";
import { banked, callerOf, foreignBank, fund, localBank, normal, unbanked } from "@/e2e/support/withdrawals";
import { findBalanceDifferences, findBalances } from "@/lib/ledger/store";
import { addBank } from "@/lib/user/bank-accounts";
import { readLines } from "./bank-file";
import { cancelWithdrawal } from "./cancel-withdrawal";
import { createWithdrawal } from "./create-withdrawal";
import { readResults, sendBatch, showWithdrawal, writeBatch } from "./operate-withdrawals";
import { findAnyWithdrawal } from "./store";

async function newAccount() {
  const { accountNumber } = await openTestAccount({ platforms: ["TT", "JM"] });
  await fund(accountNumber, 100_000n);
  await fund(accountNumber, 100_000n, "sandbox", "USD");
  const caller = callerOf(accountNumber);
  const create = async (given: Record<string, unknown>) =>
    (await createWithdrawal(caller, "sandbox", given)).data.transaction_id;
  return { accountNumber, caller, create };
}

const toRecords = (file: string) => {
  const [names = [], ...lines] = readLines(file);
  return lines.map((cells) => Object.fromEntries(cells.map((cell, index) => [names[index], cell])));
};

describe("the bank file", () => {
  it("holds all that wait, numbers in clear, and nothing that a spreadsheet would run", async () => {
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

    expect(await sendBatch({ environment: "live" })).toMatchObject({ count: 0 });
    expect(await sendBatch({ environment: "sandbox", platform: "JM" })).toMatchObject({ count: 0 });
    const { batch, count, file } = await sendBatch({ environment: "sandbox", platform: "TT" });
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
    expect(await sendBatch({ environment: "sandbox" })).toMatchObject({ count: 0 });
    expect(await writeBatch(batch)).toEqual({ batch, count, file });
    const shown = JSON.stringify(await showWithdrawal(ids[2] ?? ""));
    expect(shown).toContain(batch);
    expect(shown).not.toContain(banked("3.00").bank_account);
    expect(shown).not.toContain(unbanked("4.00").id_number);
  });

  it("comes back with results: each is taken once, and a wrong line stops nobody", async () => {
    const { accountNumber, create } = await newAccount();
    const [paid, returned, waiting] = [
      await create(unbanked("1.00")),
      await create(unbanked("2.00")),
      await create(unbanked("4.00")),
    ];
    const { batch } = await sendBatch({ environment: "sandbox" });
    const late = await create(unbanked("8.00"));
    const results = [
      "transaction_id,result,note",
      `${paid},completed,`,
      `${paid},refunded`,
      "180055518765,completed",
      `${waiting},lost`,
      `${late},completed`,
      `"${returned}" , Refunded ,"no such account, says ""the bank"""`,
      "",
    ].join("\r\n");
    const taken = [
      { line: 2, says: `${paid} is completed`, isWrong: false },
      { line: 3, says: `${paid} is «Completed» and cannot be refunded`, isWrong: true },
      { line: 4, says: "there is no such withdrawal", isWrong: true },
      { line: 5, says: "the result must be completed or refunded", isWrong: true },
      { line: 6, says: `${late} is «Not On ACH File» and cannot be completed`, isWrong: true },
      { line: 7, says: `${returned} is refunded`, isWrong: false },
    ];
    expect(await readResults(results)).toEqual(taken);
    const balance = { available: 100_000n - 1300n, held: 1200n };
    expect((await findBalances(accountNumber, "sandbox")).find(({ currency }) => currency === "TTD")).toMatchObject(
      balance,
    );

    // A file that is written again pays nobody twice.
    expect(toRecords((await writeBatch(batch)).file).map(({ transaction_id }) => transaction_id)).toEqual([waiting]);
    const again = await readResults(`\uFEFF${results}`);
    expect(again.map(({ says }) => says)).toContain(`${paid} was completed already`);
    expect(again.filter(({ isWrong }) => isWrong)).toHaveLength(4);
    expect((await findBalances(accountNumber, "sandbox")).find(({ currency }) => currency === "TTD")).toMatchObject(
      balance,
    );
    expect(await findBalanceDifferences()).toEqual([]);
  });
});
