import { expect, it } from "vitest";
import { openTestAccount } from "@/tests/support/http/accounts";
import { callerOf, fund, unbanked } from "@/tests/support/http/withdrawals";
import { cancelWithdrawal } from "./cancel-withdrawal";
import { listWithdrawalsEndpoint } from "./contract";
import { createWithdrawal } from "./create-withdrawal";
import { includeCancelledIfChosen, listWithdrawals } from "./read-withdrawals";

it("the dashboard's list contains cancelled withdrawals only if it is filtered by that status", async () => {
  const { accountNumber } = await openTestAccount();
  const caller = callerOf(accountNumber);
  await fund(accountNumber, 1_000n);
  const { data } = await createWithdrawal(caller, "sandbox", unbanked("1.00"));
  await cancelWithdrawal(caller, "sandbox", data.transaction_id);
  const found = async (query: object) => {
    const choice = includeCancelledIfChosen(listWithdrawalsEndpoint.query.parse(query));
    return (await listWithdrawals(caller, "sandbox", choice)).data.map(({ transaction_id: id }) => id);
  };
  expect(await found({ status: "6" })).toEqual([data.transaction_id]);
  expect(await found({})).toEqual([]);
});
