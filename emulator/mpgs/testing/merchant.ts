import { randomUUID } from "node:crypto";
import { followForms } from "@/emulator/base/form-follower";
import { bankPassword } from "@/emulator/base/pages/bank-page";
import { type Profile, testProfiles } from "@/emulator/mpgs/profiles";

export type Fields = Record<string, unknown>;
export type Reply = { status: number; text: string; body: Fields };

export const shopReturn = "https://shop.example/return";

/** The test profile in Trinidad & Tobago. */
function trinidad(): Profile {
  const profile = testProfiles.find(({ id }) => id.endsWith("TT0001"));
  if (!profile) throw new Error("The profile is missing.");
  return profile;
}

/** Replaces fields of a body by their paths, such as `order.amount`. Undefined leaves a field out. */
function withChanges(body: Fields, changes: Fields): Fields {
  const changed = structuredClone(body);
  for (const [path, value] of Object.entries(changes)) {
    const names = path.split(".");
    const last = names.pop() ?? "";
    let place = changed;
    for (const name of names) place = (place[name] ??= {}) as Fields;
    place[last] = value;
  }
  return changed;
}

const newOrderId = (): string => randomUUID();

const amount = { amount: "12.05", currency: "TTD" };

const browserDetails = {
  "3DSecureChallengeWindowSize": "FULL_SCREEN",
  acceptHeaders: "text/html",
  colorDepth: 24,
  javaEnabled: false,
  language: "en-US",
  screenHeight: 800,
  screenWidth: 1280,
  timeZone: 240,
};

/** Bodies that break no rule. */
export const bodies = {
  fill: (number: string): Fields => ({
    sourceOfFunds: {
      type: "CARD",
      provided: {
        card: {
          number,
          expiry: { month: "12", year: "49" },
          securityCode: number.length === 15 ? "1000" : "100",
          nameOnCard: "Ada Lovelace",
        },
      },
    },
  }),
  initiate: (id: string): Fields => ({
    apiOperation: "INITIATE_AUTHENTICATION",
    session: { id },
    order: { currency: "TTD", reference: "ORDER-1" },
    authentication: { acceptVersions: "3DS2", channel: "PAYER_BROWSER", purpose: "PAYMENT_TRANSACTION" },
  }),
  authenticate: (id: string): Fields => ({
    apiOperation: "AUTHENTICATE_PAYER",
    session: { id },
    order: amount,
    authentication: { redirectResponseUrl: shopReturn },
    device: { browser: "Mozilla/5.0", ipAddress: "203.0.113.1", browserDetails },
    billing: { address: { street: "1 Bay Street", city: "Bridgetown", country: "BRB" } },
  }),
  pay: (id: string): Fields => ({
    apiOperation: "PAY",
    session: { id },
    order: amount,
    authentication: { transactionId: "auth" },
    transaction: { source: "INTERNET" },
  }),
  refund: { apiOperation: "REFUND", transaction: amount },
  capture: { apiOperation: "CAPTURE", transaction: amount },
  void: { apiOperation: "VOID", transaction: { targetTransactionId: "pay" } },
} as const;

type Payment = { orderId: string; sessionId: string };
type PayerAnswer = { password?: string; action?: string };

/** Sends requests as a merchant's server does. */
export class Merchant {
  constructor(
    readonly baseAddress: string,
    readonly profile: Profile = trinidad(),
    readonly apiVersion = "100",
  ) {}

  /** The header for HTTP Basic. */
  credentials(password = this.profile.password): Record<string, string> {
    return { authorization: `Basic ${Buffer.from(`merchant.${this.profile.id}:${password}`).toString("base64")}` };
  }

  /** Sends a request to a path of the profile. */
  async send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Reply> {
    const url = `${this.baseAddress}api/rest/version/${this.apiVersion}/merchant/${this.profile.id}/${path}`;
    const response = await fetch(url, {
      method,
      headers: { "content-type": "application/json", ...this.credentials(), ...headers },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, text, body: text.startsWith("{") ? JSON.parse(text) : {} };
  }

  put(orderId: string, transactionId: string, body: Fields, changes: Fields = {}): Promise<Reply> {
    return this.send("PUT", `order/${orderId}/transaction/${transactionId}`, withChanges(body, changes));
  }

  get(orderId: string, transactionId?: string): Promise<Reply> {
    const path = transactionId === undefined ? "" : `/transaction/${transactionId}`;
    return this.send("GET", `order/${orderId}${path}`);
  }

  /** Opens a session and fills it with a card. */
  async openSession(card: string, changes: Fields = {}): Promise<string> {
    const { body } = await this.send("POST", "session", { session: { authenticationLimit: 25 } });
    const { id } = body.session as { id: string };
    await this.fill(id, bodies.fill(card), changes);
    return id;
  }

  fill(sessionId: string, body: Fields, changes: Fields = {}): Promise<Reply> {
    return this.send("PUT", `session/${sessionId}`, withChanges(body, changes));
  }

  /** Opens a session for a new order. */
  async begin(card: string, changes: Fields = {}): Promise<Payment> {
    return { orderId: newOrderId(), sessionId: await this.openSession(card, changes) };
  }

  initiate({ orderId, sessionId }: Payment, changes: Fields = {}): Promise<Reply> {
    return this.put(orderId, "auth", bodies.initiate(sessionId), changes);
  }

  authenticate({ orderId, sessionId }: Payment, changes: Fields = {}): Promise<Reply> {
    return this.put(orderId, "auth", bodies.authenticate(sessionId), changes);
  }

  pay({ orderId, sessionId }: Payment, changes: Fields = {}, transactionId = "pay"): Promise<Reply> {
    return this.put(orderId, transactionId, bodies.pay(sessionId), changes);
  }

  void(orderId: string, changes: Fields = {}, transactionId = "void"): Promise<Reply> {
    return this.put(orderId, transactionId, bodies.void, changes);
  }

  refund(orderId: string, changes: Fields = {}, transactionId = "refund"): Promise<Reply> {
    return this.put(orderId, transactionId, bodies.refund, changes);
  }

  /** Runs a payment up to the end of 3-D Secure. */
  async prepare(card: string, changes: Fields = {}): Promise<Payment> {
    const payment = await this.begin(card, changes);
    await this.initiate(payment);
    const { body } = await this.authenticate(payment);
    if (statusOf(body) === "AUTHENTICATION_PENDING") await visit(redirectOf(body).html);
    return payment;
  }

  /** Runs a payment to its end. */
  async buy(card: string, changes: Fields = {}): Promise<Payment & { paid: Reply }> {
    const payment = await this.prepare(card, changes);
    return { ...payment, paid: await this.pay(payment) };
  }
}

type Redirect = { html: string; customizedHtml?: { "3ds2": Record<string, string> } };

/** The HTML that an answer wants the browser to show. */
export function redirectOf(body: Fields): Redirect {
  const { authentication = {} } = body as { authentication?: { redirect?: Redirect } };
  return authentication.redirect ?? { html: "" };
}

export const statusOf = (body: Fields): string | undefined =>
  (body as { transaction?: { authenticationStatus?: string } }).transaction?.authenticationStatus;

/** Follows the pages in the frame as a browser does, until a form leads to the shop. Returns what it posts there. */
export async function visit(html: string, answer: PayerAnswer = {}): Promise<Record<string, string> | null> {
  const posted = await followForms(html, {
    beginsInFrame: true,
    isReturn: ({ href }) => href === shopReturn,
    answer: () => ({ password: bankPassword, action: "confirm", ...answer }),
  });
  return posted?.fields ?? null;
}
