import { describe, expect, it } from "vitest";
import { newUlid } from "@/lib/kit/ids";
import { bankBehaviours, challengeCode, type Simulation } from "@/lib/reference/simulation";
import { enterCodes, formOf, keyOf } from "@/tests/support/http/bank";
import { type Charging, chargeRequest, createStandingClock } from "@/tests/support/in-process/charges";
import { createSandboxAcquirer } from "./acquirer";
import { answerSandboxChallenge, showSandboxChallenge } from "./challenge-page";

const gateway = createSandboxAcquirer(createStandingClock());

async function open(charging: Charging = {}, change: Partial<ReturnType<typeof chargeRequest>> = {}) {
  const request = { ...chargeRequest({ card: "4000000000003220", ...charging }), ...change };
  const outcome = await gateway.authorise(request);
  if (outcome.status !== "challenge") throw new Error("expected a challenge");
  return { html: outcome.html, key: keyOf(outcome.html), request };
}

const at = (bank: Simulation["bank"]) => open({ simulation: { bank } });
const enter = (key: string, code: string) => answerSandboxChallenge(key, { action: "confirm", code });
const policyOf = (response: Response) => response.headers.get("content-security-policy") ?? "";

describe("the bank's page", () => {
  it("the bank's page shows the amount and asks for the code", async () => {
    const { key } = await open({ amount: 123456n });
    const response = await showSandboxChallenge(key);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(response.headers.get("cache-control")).toBe("no-store");
    const text = await response.text();
    for (const part of ["TTD\u00a01,234.56", "Test Bank", 'lang="en"', '<label for="code">', "Cancel"]) {
      expect(text).toContain(part);
    }
  });

  it("the acquirer's form opens the bank's page and changes nothing", async () => {
    const { html, key } = await open();
    const text = await (await answerSandboxChallenge(key, formOf(html).fields)).text();
    expect(text).toContain('name="code"');
    expect(text).not.toContain("left");
  });

  it("the bank's page allows three attempts and shows how many are left", async () => {
    const { key } = await open();
    expect(await (await enter(key, "")).text()).toContain("Enter the code.");
    expect(await (await enter(key, "000000")).text()).toContain("2 tries left");
    expect(await (await enter(key, "1234567")).text()).toContain("1 try left");
    expect(await (await enter(key, "x")).text()).toContain("Payment not confirmed");
    // After three wrong codes the bank refuses the right code too.
    expect(await (await enter(key, challengeCode)).text()).toContain("Payment not confirmed");
  });

  it("the bank's page accepts a code with spaces", async () => {
    const { key } = await open();
    expect(await (await enter(key, " 123 456 ")).text()).toContain("Payment confirmed");
  });

  it("the page's address cannot be derived from the attempt's id, and other addresses answer 404", async () => {
    const { key, request } = await open();
    const forged = [request.attemptId, newUlid(), newUlid() + key.slice(26), key.slice(0, -1), `${key}A`, ""];
    for (const wrong of [...forged, `${key.slice(0, -1)}${key.endsWith("A") ? "B" : "A"}`]) {
      expect((await showSandboxChallenge(wrong)).status, wrong).toBe(404);
      expect((await enter(wrong, challengeCode)).status, wrong).toBe(404);
    }
  });

  it("the challenge ends when the charge is voided", async () => {
    const { key, request } = await open();
    await gateway.void(request.attemptId);
    expect(await (await enter(key, challengeCode)).text()).toContain("Payment not confirmed");
  });

  it("the bank's page escapes all values", async () => {
    const returnUrl = `https://shop.example/r?a="><script>alert(1)</script>&b='`;
    const { html, key } = await open({}, { returnUrl });
    const text = await enterCodes(html, challengeCode);
    expect(text).not.toContain("alert(1)</script>");
    expect(formOf(text).action).toBe(returnUrl);
    expect(await (await enter(key, "<b>")).text()).not.toContain("<b>");
  });
});

describe("the way back", () => {
  it("the return is a form like a real bank's, which a script posts to the shop", async () => {
    const { html, request } = await open();
    const text = await enterCodes(html, challengeCode);
    const { action, fields } = formOf(text);
    expect(action).toBe(request.returnUrl);
    expect(Object.keys(fields)).toEqual(["cres", "threeDSSessionData"]);
    expect(JSON.parse(Buffer.from(fields.cres ?? "", "base64url").toString())).toMatchObject({
      messageType: "CRes",
      transStatus: "Y",
      challengeCompletionInd: "Y",
    });
    expect(text).toContain("document.forms[0].submit()");
    expect(text).toContain("Return to the shop</button>");
  });

  it("the return of a cancelled challenge says that it was cancelled", async () => {
    const { key } = await open();
    const { fields } = formOf(await (await answerSandboxChallenge(key, { action: "cancel", code: "" })).text());
    expect(JSON.parse(Buffer.from(fields.cres ?? "", "base64url").toString())).toMatchObject({
      transStatus: "N",
      challengeCancel: "01",
    });
  });

  it("the bank «never_returns» does not return", async () => {
    const { html } = await at("never_returns");
    const text = await enterCodes(html, challengeCode);
    expect(text).not.toMatch(/<form|<script/);
    expect(text).toContain("Payment confirmed");
  });

  it("the bank «returns_twice» returns twice", async () => {
    const { html, key } = await at("returns_twice");
    const text = await enterCodes(html, challengeCode);
    expect(text).toContain("fetch(form.action");
    expect(text).toContain("form.submit()");
    expect(policyOf(await showSandboxChallenge(key))).toContain("connect-src 'self' http://localhost:3000");
  });

  it("the bank «returns_late» waits for a click", async () => {
    const { html } = await at("returns_late");
    const text = await enterCodes(html, challengeCode);
    expect(text).not.toContain("<script");
    expect(text).toContain("Return to the shop</button>");
  });
});

describe("the policy", () => {
  // The bank that checks the device first has no page of its own until then.
  it.each(bankBehaviours.filter((bank) => bank !== "checks_device"))(
    "the policy of the bank «%s» allows only scripts and styles with its nonce",
    async (bank) => {
      const { key } = await at(bank);
      const response = await showSandboxChallenge(key);
      const policy = policyOf(response);
      const nonce = /script-src 'nonce-([\w+/=]+)'/.exec(policy)?.[1];
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain(`style-src 'nonce-${nonce}'`);
      expect(policy).toContain("form-action 'self' http://localhost:3000;");
      expect(policy).toContain("base-uri 'none'");
      expect(await response.text()).toContain(`<style nonce="${nonce}">`);
      const refuses = bank === "refuses_framing";
      expect(policy).toContain(refuses ? "frame-ancestors 'none'" : "frame-ancestors *");
      expect(response.headers.get("x-frame-options")).toBe(refuses ? "DENY" : null);
      expect(policyOf(await showSandboxChallenge(key))).not.toContain(nonce);
    },
  );
});
