import { expect, it } from "vitest";
import { shownAddress } from "./webhook-address";

it("support members see a webhook's URL without its query", () => {
  const url = "https://hooks.shop.example/in?key=hush";
  expect(shownAddress("support", url)).toBe("https://hooks.shop.example/in");
  expect([shownAddress("owner", url), shownAddress("developer", url)]).toEqual([url, url]);
});
