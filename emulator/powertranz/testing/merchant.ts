import { randomUUID } from "node:crypto";
import { followForms } from "@/emulator/base/form-follower";
import { terminals } from "@/emulator/powertranz/terminals";
import { type HtmlForm, readHtml } from "@/lib/kit/text/html";

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

export const formsOf = (html: string): HtmlForm[] => readHtml(html).forms;

export async function submit({ action, fields }: Pick<HtmlForm, "action" | "fields">): Promise<string> {
  const response = await fetch(action ?? "", { method: "POST", body: new URLSearchParams(fields) });
  return response.text();
}

type PayerAnswer = { password?: string; action?: string };

/** Follows the pages as a browser does, until a form leads to the shop. Returns what the browser posts there. */
export async function visit(html: string, answer: PayerAnswer = {}): Promise<Record<string, string> | null> {
  const posted = await followForms(html, {
    isReturn: ({ href }) => href === shopReturn,
    answer: () => ({ password: "3ds2", action: "confirm", ...answer }),
  });
  return posted?.fields ?? null;
}
