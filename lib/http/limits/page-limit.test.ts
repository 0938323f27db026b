import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { pageKindOf } from "@/lib/http/message/page-kind";
import { later, minute, now, second, useClock } from "@/lib/kit/clock";
import { env } from "@/lib/kit/env";
import { createPageLimit } from "./page-limit";

it("allows 600 checkout pages and 300 other pages per address and minute, and then says when to retry", () => {
  const start = now();
  let elapsed = 0;
  const restore = useClock(() => later(elapsed, start));
  const countPage = createPageLimit();
  const open = (times: number, kind: "checkout" | "other", address: string) =>
    Array.from({ length: times }, () => countPage(kind, address)).filter((wait) => wait !== null);
  const factor = env().RATE_LIMIT_FACTOR;
  try {
    expect(open(600 * factor, "checkout", "203.0.113.1")).toEqual([]);
    expect(open(300 * factor, "other", "2001:db8::1")).toEqual([]);
    elapsed = 18.5 * second;
    expect(open(1, "checkout", "203.0.113.1")).toEqual([42]);
    // The limit counts a network of IPv6 as one address.
    expect(open(1, "other", "2001:db8::2")).toEqual([42]);
    expect(open(1, "other", "203.0.113.1")).toEqual([]);
    expect(open(1, "checkout", "203.0.113.2")).toEqual([]);
    elapsed = minute;
    expect(open(1, "checkout", "203.0.113.1")).toEqual([]);
  } finally {
    restore();
  }
});

/** The paths of the route files that take POST requests, which documents do not, with a value for each parameter. */
const postPaths = readdirSync("app", { recursive: true, encoding: "utf8" })
  .filter(
    (file) =>
      file.endsWith("/route.ts") &&
      /^(?!.*(readOnly|siteRoute|docsRoute|fixedFile|missingRoute)\().*\bPOST\b/s.test(
        readFileSync(`app/${file}`, "utf8"),
      ),
  )
  .map((file) => `/${file.replace("/route.ts", "").replace(/\[+[^\]]+\]+/g, "a-Value_1.x")}`);

it("counts no POST request to a route, because it is an action or belongs to the API", () => {
  expect(postPaths.length).toBeGreaterThan(50);
  for (const path of postPaths.flatMap((each) => [each, `${each}/`])) {
    expect([path, pageKindOf("POST", path)]).toEqual([path, null]);
  }
});

it("counts requests to all other paths as pages, whatever their method, because Next.js renders a page for them", () => {
  const paths = ["/", "/docs/search", "/demo", "/dashboard/sign-in", "/no/such", "/healthz/x", "/checkout/token/none"];
  for (const method of ["GET", "POST", "PUT", "DELETE", "PROPFIND"]) {
    for (const path of paths) expect([method, path, pageKindOf(method, path)]).toEqual([method, path, "other"]);
  }
  expect(pageKindOf("POST", "/pay/slug", () => true)).toBe("checkout");
});

it("counts pages, and never actions, parts of a payment, the API or monitoring", () => {
  const kinds = (method: string, paths: string[]) => new Set(paths.map((path) => pageKindOf(method, path)));
  expect(kinds("GET", ["/checkout/token", "/checkout/token/"])).toEqual(new Set(["checkout"]));
  expect(kinds("GET", ["/", "/docs", "/dashboard/test/audit", "/demo", "/no/such"])).toEqual(new Set(["other"]));
  const parts = ["pay", "state", "leave", "challenge", "challenge/cancel"].map((action) => `/checkout/token/${action}`);
  const others = [
    "/api/user/",
    "/plugins/get/states",
    "/healthz",
    "/readyz",
    "/metrics",
    "/pictures/1",
    "/challenge/1",
  ];
  expect(kinds("GET", [...parts, ...others, "/sandbox/acs/1", "/sandbox/sessions/1/clock"])).toEqual(new Set([null]));
  expect(kinds("POST", ["/checkout/token", "/dashboard/test/actions/refund", "/challenge/1"])).toEqual(new Set([null]));
});
