import { expect, it } from "vitest";
import { shownAddress } from "./webhook-address";

it("a webhook's address is shown to support without its query", () => {
  const url = "https://hooks.shop.example/in?key=hush";
  expect(shownAddress("support", url)).toBe("https://hooks.shop.example/in");
  expect([shownAddress("owner", url), shownAddress("developer", url)]).toEqual([url, url]);
});
