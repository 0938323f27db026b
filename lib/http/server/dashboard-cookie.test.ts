import { describe, expect, it } from "vitest";
import { normalisePath } from "@/lib/http/message/path";
import { isDashboardPath, withoutDashboardCookie } from "./dashboard-cookie";

const isDashboard = (target: string) => isDashboardPath(normalisePath(target)?.path ?? "");

describe("the dashboard's cookie", () => {
  it.each([
    "/dashboard",
    "/dashboard/",
    "/dashboard?next=/api",
    "//dashboard/test",
    "/./dashboard/test/audit",
    "/api/../dashboard/sign-in",
    "/dashboard/live/actions/change-password",
    "/dashboard/test/transactions/SB-1%00",
  ])("stays on a request for %s", (target) => {
    expect(isDashboard(target)).toBe(true);
  });

  it.each([
    "/",
    "/dashboardx",
    "/dashboard.html",
    "/Dashboard",
    "/api/user/",
    "/checkout/abc",
    "/dashboard/../api/user",
    "/dashboard/%2e%2e/api/user",
    "/dashboard/..%2fapi/user",
    "/dashboard/%252e%252e%252fapi",
    "/dashboard%2f..%2fapi",
    "/dashboard/..\\api",
    "/dashboard%00/x",
    "/%64ashboard",
    "/api/dashboard",
    "/?/dashboard",
    "/#/dashboard",
  ])("is removed from a request for %s", (target) => {
    expect(isDashboard(target)).toBe(false);
  });

  it.each([
    ["tradewind=sealed", undefined],
    ["__Host-tradewind=sealed", undefined],
    ["a=1; __Host-tradewind=sealed; b=2", "a=1; b=2"],
    ["__Host-tradewind=one;tradewind=two; theme=dark", "theme=dark"],
    ["  tradewind =sealed; c=x=y", "c=x=y"],
    ["tradewind", undefined],
    ["nottradewind=1; tradewind2=2; x=tradewind=3", "nottradewind=1; tradewind2=2; x=tradewind=3"],
    ["", undefined],
  ])("is taken out of %j, and other cookies are left alone", (header, others) => {
    expect(withoutDashboardCookie(header)).toBe(others);
  });
});
