import { describe, expect, it } from "vitest";
import { describeAccess, scopeGroups } from "@/components/dashboard/developers/keys/scope-groups";
import { allScopes } from "@/lib/reference/scopes";
import { countChosen, countOffered, levelOf, valuesAt } from "./group-levels";

const groups = scopeGroups(allScopes);
const [transactions] = groups;
const of = (...values: string[]) => new Set(values);

describe("a group of permissions", () => {
  it.each([
    ["none", of()],
    ["read", of("svc-transactions-retrieve")],
    ["custom", of("svc-transactions-retrieve", "svc-transactions-get-fees")],
    ["all", of("svc-transactions-all")],
    ["all", of("svc-transactions-all", "svc-transactions-retrieve")],
  ])("is at the level %s", (level, chosen) => {
    expect(transactions && levelOf(transactions, chosen)).toBe(level);
  });

  it("keeps the permissions one by one when all of them become a custom choice", () => {
    expect(transactions && valuesAt(transactions, "custom", of("svc-transactions-all"))).toEqual([
      "svc-transactions-retrieve",
      "svc-transactions-get-fees",
      "svc-transactions-refund-request",
    ]);
  });

  it("offers all 29 permissions, and counts everything as all of its group", () => {
    expect(groups.reduce((sum, group) => sum + countOffered(group), 0)).toBe(29);
    expect(transactions && countChosen(transactions, of("svc-transactions-all"))).toBe(4);
  });

  it("offers neither reading nor everything to a role that may not grant them", () => {
    const [group] = scopeGroups(["svc-transactions-get-fees"]);
    expect(group).toMatchObject({ read: null, everything: null, options: [{ value: "svc-transactions-get-fees" }] });
  });

  it.each([
    [["transactions", "trusted-cards", "payment-links", "withdrawals", "user"].map((name) => `svc-${name}-all`), "All"],
    [["svc-transactions-retrieve", "svc-withdrawals-retrieve"], "Read only"],
    [["svc-transactions-retrieve", "svc-transactions-refund-request"], "Transactions"],
    [["svc-transactions-all", "svc-withdrawals-all"], "Transactions and withdrawals"],
    [["svc-transactions-all", "svc-withdrawals-all", "svc-user-create"], "3 groups"],
  ])("%j is described as %s", (scopes, words) => {
    expect(describeAccess(scopes)).toBe(words);
  });
});
