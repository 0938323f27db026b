import { describe, expect, it } from "vitest";
import { allScopes, covers, isScope, type Scope } from "@/lib/reference/scopes";
import { allowedScopes, effectiveScopes, isSubset } from "./allowed-scopes";

const of = (type: "PERSONAL" | "BUSINESS", mayManageAccounts = false) => allowedScopes({ type, mayManageAccounts });

describe("the scopes of an account", () => {
  it("are user, withdrawals, history and fees for a personal account", () => {
    expect([...of("PERSONAL")].sort()).toEqual(
      allScopes.filter((scope) => /^svc-(user|withdrawals)-|-get-fees$|transactions-retrieve$/.test(scope)).sort(),
    );
  });

  it("are all except accounts for a business, and all for a business that manages accounts", () => {
    expect([...of("BUSINESS")].sort()).toEqual(allScopes.filter((scope) => !scope.startsWith("svc-accounts-")).sort());
    expect(of("BUSINESS", true).size).toBe(allScopes.length);
  });

  it("limit scopes that were granted before", () => {
    const granted: Scope[] = ["svc-user-all", "svc-accounts-all"];
    expect([...effectiveScopes(granted, { type: "BUSINESS", mayManageAccounts: false })]).toEqual(["svc-user-all"]);
  });
});

it("a module's -all scope covers every scope of that module and of no other", () => {
  for (const scope of allScopes) {
    const module = scope.replace(/^svc-(accounts|transactions|trusted-cards|user|withdrawals)-.*$/, "$1");
    for (const other of ["accounts", "transactions", "trusted-cards", "user", "withdrawals"]) {
      expect(covers(new Set([`svc-${other}-all` as Scope]), scope)).toBe(other === module);
    }
  }
  expect(isSubset(["svc-user-create"], new Set<Scope>(["svc-user-all"]))).toBe(true);
  expect(isSubset(["svc-user-all"], new Set<Scope>(["svc-user-create"]))).toBe(false);
});

it("the scope names of API version 1.0.5 are not accepted", () => {
  for (const old of ["wapi-trans-all", "wapi-trans-refund-request", "wapi-trusted-card-all", "toString", ""])
    expect(isScope(old)).toBe(false);
});
