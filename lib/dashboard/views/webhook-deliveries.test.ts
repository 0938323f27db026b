import { expect, it } from "vitest";
import { sendErrors } from "@/lib/webhooks/delivery/send-errors";
import { describeFailures, shownAddress } from "./webhook-deliveries";

it("names each answer of a failing server once, and then why there was none", () => {
  const returned = (status: number) => ({ status, error: null });
  const failed = (error: string) => ({ status: null, error });
  expect(describeFailures([returned(503), failed(sendErrors.tooSlow)])).toBe(
    "Your server returned 503 or did not answer in time.",
  );
  expect(describeFailures([returned(410), returned(500), failed(sendErrors.unreachable)])).toBe(
    "Your server returned 410, returned 500 or could not be reached.",
  );
  expect(describeFailures([])).toBe("");
});

it("support members see a webhook's URL without its query", () => {
  const url = "https://hooks.shop.example/in?key=hush";
  expect(shownAddress("support", url)).toBe("https://hooks.shop.example/in");
  expect([shownAddress("owner", url), shownAddress("developer", url)]).toEqual([url, url]);
});
