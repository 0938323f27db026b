import { randomUUID } from "node:crypto";
import { terminals } from "@/emulator/terminals";

type Fields = Record<string, unknown>;
export type Reply = { status: number; text: string; body: Fields };

const shopReturn = "https://shop.example/return";

const [, , , , trinidad] = terminals;

export const credentials = {
  "PowerTranz-PowerTranzId": trinidad?.id ?? "",
  "PowerTranz-PowerTranzPassword": trinidad?.password ?? "",
};
const jsonHeaders = { "content-type": "application/json", ...credentials };

/** The body of a sale that breaks no rule. */
export function saleBody(card: string, changes: Fields = {}): Fields & { TransactionIdentifier: string } {
  return {
    TransactionIdentifier: randomUUID(),
    TotalAmount: 12.5,
    CurrencyCode: "780",
    ThreeDSecure: true,
    AddressVerification: true,
    FraudCheck: false,
    Source: {
      CardPan: card,
      CardCvv: card.startsWith("3") && card.length === 15 ? "1234" : "123",
      CardExpiration: "4912",
      CardholderName: "John Doe",
    },
    OrderIdentifier: "ORDER-1",
    ExternalIdentifier: "attempt-1",
    BillingAddress: {
      FirstName: "John",
      LastName: "Doe",
      Line1: "1 Frederick Street",
      City: "Port of Spain",
      CountryCode: "780",
      EmailAddress: "john@example.com",
      PhoneNumber: "18685550100",
    },
    ExtendedData: {
      ThreeDSecure: { ChallengeWindowSize: 4, ChallengeIndicator: "01" },
      MerchantResponseUrl: shopReturn,
    },
    ...changes,
  };
}

/** Sends requests as a merchant's server does. */
export class Merchant {
  constructor(
    readonly baseAddress: string,
    readonly headers: Record<string, string> = jsonHeaders,
  ) {}

  async get(path: string): Promise<Reply> {
    return replyOf(await fetch(this.baseAddress + path, { headers: this.headers }));
  }

  async post(path: string, body: unknown, signal: AbortSignal | null = null): Promise<Reply> {
    const text = typeof body === "string" && path !== "spi/payment" ? body : JSON.stringify(body);
    return replyOf(await fetch(this.baseAddress + path, { method: "POST", headers: this.headers, body: text, signal }));
  }

  sale(card: string, changes: Fields = {}): Promise<Reply> {
    return this.post("spi/sale", saleBody(card, changes));
  }

  pay(token: unknown): Promise<Reply> {
    return this.post("spi/payment", token);
  }

  /** Runs a sale up to its payment. */
  async buy(card: string, changes: Fields = {}): Promise<{ id: string; paid: Reply; token: string }> {
    const { body } = await this.sale(card, changes);
    await visit(String(body.RedirectData));
    const token = String(body.SpiToken);
    return { id: String(body.TransactionIdentifier), paid: await this.pay(token), token };
  }
}

async function replyOf(response: Response): Promise<Reply> {
  const text = await response.text();
  return { status: response.status, text, body: text === "" ? {} : (JSON.parse(text) ?? {}) };
}

export type Form = { action: string; fields: Record<string, string>; target: string | null };

const plainText = (text: string) =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) =>
    name === "#39" ? "'" : ({ amp: "&", lt: "<", gt: ">", quot: '"' }[name] ?? ""),
  );

export function formsOf(html: string): Form[] {
  return [...html.matchAll(/<form([^>]*)>(.*?)<\/form>/gs)].map(([, attributes = "", content = ""]) => {
    const attribute = (name: string) => new RegExp(`${name}=["']([^"']*)`).exec(attributes)?.[1] ?? null;
    const inputs = [...content.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)];
    const fields = Object.fromEntries(inputs.map(([, name = "", value = ""]) => [name, plainText(value)]));
    return { action: plainText(attribute("action") ?? ""), fields, target: attribute("target") };
  });
}

export async function submit({ action, fields }: Form): Promise<string> {
  const response = await fetch(action, { method: "POST", body: new URLSearchParams(fields) });
  return response.text();
}

type PayerAnswer = { password?: string; action?: string };

/** Follows the pages as a browser does, until a form leads to the shop. Returns what the browser posts there. */
export async function visit(redirectData: string, answer: PayerAnswer = {}): Promise<Record<string, string> | null> {
  let html = redirectData;
  for (let step = 0; step < 10; step++) {
    const form = formsOf(html).find(({ target }) => target === null);
    if (!form) return null;
    if (form.action === shopReturn) return form.fields;
    const isBank = form.action.endsWith("/acs/answer");
    const typed = isBank ? { password: "3ds2", action: "confirm", ...answer } : {};
    html = await submit({ ...form, fields: { ...form.fields, ...typed } });
  }
  throw new Error("The pages do not end.");
}
