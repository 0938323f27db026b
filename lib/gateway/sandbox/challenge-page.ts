import { randomBytes } from "node:crypto";
import { challengeCode, type Simulation } from "@/lib/reference/simulation";
import { type CodeProblem, codePage, type Return, returnPage, stayingPage, unknownPage } from "./bank-page";
import { type BankVerdict, chargeIdOf, returnFields } from "./challenge-form";
import { awaitsDevice, type Charge } from "./charge";
import { countWrongCode, endChallenge, findCharge } from "./store";

/** The bank's side of a challenge (the ACS of EMV 3DS). Testers can choose misbehaviours of the bank. */

const codeAttemptsMax = 3;

/** Shows the current page of the challenge, when the acquirer's form opens it and on a reload. */
export async function showSandboxChallenge(key: string): Promise<Response> {
  return page(await chargeAt(key), "none");
}

/** Handles the customer's code or cancellation. A POST with neither shows the page again. */
export async function answerSandboxChallenge(
  key: string,
  { action, code }: Readonly<Record<string, string>>,
): Promise<Response> {
  const charge = await chargeAt(key);
  if (!charge || (action !== "cancel" && code === undefined)) return page(charge, "none");
  const problem = action === "cancel" ? await cancel(charge) : await enter(charge, code ?? "");
  return page(await findCharge(charge.id), problem);
}

async function chargeAt(key: string): Promise<Charge | null> {
  const id = chargeIdOf(key);
  const charge = id && (await findCharge(id));
  return charge && charge.challenge !== "none" && !awaitsDevice(charge) ? charge : null;
}

async function cancel({ id }: Charge): Promise<CodeProblem> {
  await endChallenge(id, "cancelled");
  return "none";
}

async function enter({ id }: Charge, text: string): Promise<CodeProblem> {
  const code = text.replace(/\s/g, "");
  if (!code) return "missing";
  if (code !== challengeCode) {
    await countWrongCode(id, codeAttemptsMax);
    return "wrong";
  }
  await endChallenge(id, "passed");
  return "none";
}

function page(charge: Charge | null, problem: CodeProblem): Response {
  const nonce = randomBytes(18).toString("base64");
  if (!charge) return respond(unknownPage(nonce), 404, policyOf(nonce, null));
  const verdict = verdictOf(charge);
  const html =
    verdict === null
      ? codePage(charge, { nonce, attemptsLeft: codeAttemptsMax - charge.challengeTries, problem })
      : endPage(charge, verdict, nonce);
  return respond(html, 200, policyOf(nonce, charge));
}

/**
 * The bank's result of the challenge, or null while the customer may still answer. An open challenge of a voided charge
 * counts as failed.
 */
function verdictOf({ challenge, voidedAt }: Charge): BankVerdict | null {
  if (challenge === "pending") return voidedAt ? "failed" : null;
  return challenge === "passed" || challenge === "cancelled" ? challenge : "failed";
}

const endTitles: Record<BankVerdict, string> = {
  passed: "Payment confirmed",
  failed: "Payment not confirmed",
  cancelled: "You cancelled",
};

const postsOf = {
  normal: 1,
  refuses_framing: 1,
  returns_twice: 2,
  returns_late: 0,
  checks_device: 1,
} as const satisfies Partial<Record<Simulation["bank"], Return["posts"]>>;

function endPage({ id, bank, returnUrl }: Charge, verdict: BankVerdict, nonce: string): string {
  const title = endTitles[verdict];
  if (bank === "never_returns") return stayingPage(title, nonce);
  return returnPage({ title, url: returnUrl, fields: returnFields(id, verdict), posts: postsOf[bank] }, nonce);
}

function policyOf(nonce: string, charge: Charge | null): Record<string, string> {
  const shop = charge ? ` ${new URL(charge.returnUrl).origin}` : "";
  const refusesFraming = charge?.bank === "refuses_framing";
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    `form-action 'self'${shop}`,
    // The simulated bank that returns the customer twice makes one of its two POSTs with fetch().
    ...(charge?.bank === "returns_twice" ? [`connect-src 'self'${shop}`] : []),
    "base-uri 'none'",
    `frame-ancestors ${refusesFraming ? "'none'" : "*"}`,
  ];
  return {
    "content-security-policy": policy.join("; "),
    ...(refusesFraming ? { "x-frame-options": "DENY" } : {}),
  };
}

function respond(html: string, status: number, headers: Record<string, string>): Response {
  return new Response(html, {
    status,
    headers: { "content-type": "text/html; charset=utf-8", "cache-control": "no-store", ...headers },
  });
}
