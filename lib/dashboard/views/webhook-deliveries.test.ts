import { expect, it } from "vitest";
import { sendErrors } from "@/lib/webhooks/delivery/send-errors";
import { describeFailures, describeTest, shownAddress } from "./webhook-deliveries";

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

it("says what came of a test event: the status and time of the answer, or why there was none", () => {
  const of = (status: "pending" | "delivered" | "failed", answer: number | null, error: string | null = null) =>
    describeTest({ status, tries: [{ status: answer, error, duration_ms: 212 }] });
  expect(describeTest({ status: "pending", tries: [] })).toMatchObject({ tone: "info", isWaiting: true });
  expect(of("delivered", 204)).toMatchObject({ tone: "success", text: "It answered 204 in 212 ms." });
  expect(of("pending", 503).text).toBe(
    "It returned 503 after 212 ms. We expect a status from 200 to 299. We try again.",
  );
  expect(of("failed", 410).text).toMatch(/^It returned 410 .* We do not try again\.$/);
  expect(of("pending", null, sendErrors.tooSlow).text).toBe("It did not answer in time. We try again.");
  expect(describeTest({ status: "failed", tries: [] })).toMatchObject({ title: "The test event was not sent" });
});
