import { expect, inject, it } from "vitest";
import { challengeCode, type Simulation } from "@/lib/reference/simulation";
import { formOf } from "@/tests/support/http/bank";
import { chargeRequest, createStandingClock } from "@/tests/support/in-process/charges";
import { createSandboxAcquirer } from "./acquirer";

const { roomy } = inject("product");
const gateway = createSandboxAcquirer(createStandingClock());

async function open(bank: Simulation["bank"]) {
  const outcome = await gateway.authorise(chargeRequest({ card: "4000000000003220", simulation: { bank } }));
  if (outcome.status !== "challenge") throw new Error("expected a challenge");
  return formOf(outcome.html);
}

const post = (path: string, fields: Record<string, string>) =>
  fetch(roomy + path, { method: "POST", body: new URLSearchParams(fields) });

it("the bank's page may be framed, has its own policy, and accepts the code", async () => {
  const { action, fields } = await open("normal");
  const page = await post(action, fields);
  expect(page.status).toBe(200);
  expect(page.headers.get("x-frame-options")).toBeNull();
  const policy = page.headers.get("content-security-policy") ?? "";
  expect(policy).toContain("frame-ancestors *");
  const nonce = /script-src 'nonce-([^']+)'/.exec(policy)?.[1];
  expect(await page.text()).toContain(`<style nonce="${nonce}">`);
  const end = await post(action, { action: "confirm", code: challengeCode });
  expect(formOf(await end.text()).fields).toMatchObject({ cres: expect.any(String) });
  // A reload of the bank's page after the confirmation shows the result again.
  expect(await (await fetch(roomy + action)).text()).toContain("Payment confirmed");
});

it("a bank that refuses framing sets both headers", async () => {
  const page = await fetch(roomy + (await open("refuses_framing")).action);
  expect(page.headers.get("x-frame-options")).toBe("DENY");
  expect(page.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
});

it("the bank's page accepts only a small form at an issued address", async () => {
  const { action } = await open("normal");
  expect((await post(`${action}A`, {})).status).toBe(404);
  expect((await post(action, { code: "1".repeat(70_000) })).status).toBe(413);
  const json = { method: "POST", body: "{}", headers: { "content-type": "application/json" } };
  expect((await fetch(roomy + action, json)).status).toBe(415);
});
