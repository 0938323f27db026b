import { expect, it } from "vitest";
import { nextPage, signInAndThen } from "./next-page";

it.each(["/dashboard/test", "/dashboard/live/api-keys", "/dashboard/test/transactions?page=2&status=failed"])(
  "after the sign-in, %s is gone on to",
  (page) => {
    expect(nextPage(page)).toBe(page);
    expect(new URL(signInAndThen(page), "https://tradewind.test").searchParams.get("next")).toBe(page);
  },
);

it.each([
  undefined,
  "",
  "https://evil.example/dashboard/test",
  "//evil.example/dashboard/",
  "/\\evil.example",
  "/dashboard",
  "/dashboard/..//evil.example",
  "/dashboard/test/../../api",
  "/dashboard/test\\@evil.example",
  "/dashboard/testing",
  "javascript:alert(1)//dashboard/test",
  "/dashboard/test\n",
])("nobody is sent on to %j", (page) => {
  expect(nextPage(page)).toBe("/dashboard");
});
