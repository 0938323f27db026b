import { expect, it } from "vitest";
import { nextPage, signInAndThen } from "./next-page";

it.each(["/dashboard/test", "/dashboard/live/api-keys", "/dashboard/test/transactions?page=2&status=failed"])(
  "the sign-in leads on to %s",
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
])("the sign-in never redirects to %j", (page) => {
  expect(nextPage(page)).toBe("/dashboard");
});
