import { describe, expect, it } from "vitest";
import { createRouteTable } from "./route-table";

const patterns = [
  "/api/[[...path]]",
  "/api/transactions/[transaction_id]",
  "/api/transactions/[transaction_id]/refund",
  "/api/transactions/fees",
  "/api/transactions",
  "/api/openapi.json",
  "/checkout/[token]/pay",
];
const find = createRouteTable(patterns.map((pattern) => [pattern, pattern] as const));

describe("the table of routes", () => {
  it.each([
    ["/api/transactions", "/api/transactions", {}],
    ["/api/transactions/", "/api/transactions", {}],
    ["/api/transactions/fees", "/api/transactions/fees", {}],
    ["/api/transactions/SB-1", "/api/transactions/[transaction_id]", { transaction_id: "SB-1" }],
    ["/api/transactions/fees/refund", "/api/transactions/[transaction_id]/refund", { transaction_id: "fees" }],
    ["/api/transactions/SB-1/refunds", "/api/[[...path]]", {}],
    ["/api/openapi.json", "/api/openapi.json", {}],
    ["/api/openapi_json", "/api/[[...path]]", {}],
    ["/api", "/api/[[...path]]", {}],
    ["/api/", "/api/[[...path]]", {}],
    ["/checkout/a.b-c/pay", "/checkout/[token]/pay", { token: "a.b-c" }],
  ])("finds the most exact route for %s", (path, route, params) => {
    expect(find(path)).toEqual({ route, params });
  });

  it.each(["/", "/apis", "/checkout/abc", "/checkout//pay", "/checkout/a/b/pay", "/API/transactions"])(
    "leaves %s to Next.js",
    (path) => {
      expect(find(path)).toBeNull();
    },
  );

  it("prefers a page of Next.js, which is null, to a route for the rest of the paths", () => {
    const found = createRouteTable<string | null>([
      ["/docs/[[...page]]", "docs"],
      ["/docs/styleguide", null],
      ["/[...path]", "missing"],
    ]);
    expect(found("/docs/styleguide")).toEqual({ route: null, params: {} });
    expect(found("/docs/styleguide/x")).toEqual({ route: "docs", params: {} });
    expect(found("/docs")).toEqual({ route: "docs", params: {} });
    expect(found("/nothing/here")).toEqual({ route: "missing", params: {} });
  });

  it("leaves encoded paths to Next.js", () => {
    expect(find("/api/transactions/SB%2D1")).toBeNull();
  });
});
