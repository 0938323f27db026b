import { observe } from "@/emulator/certify/exchange";
import { Unanswered } from "@/emulator/certify/question";
import { TestAccount } from "@/emulator/certify/test-account";
import { maskedNumber, type TestCard } from "@/emulator/certify/test-card";
import { visitBank } from "@/emulator/certify/visit-bank";
import { readReturn } from "@/lib/gateway/powertranz/three-d-secure";
import {
  callPowertranz,
  type GatewayCall,
  paymentLimitMs,
  saleLimitMs,
} from "@/lib/gateway/powertranz/transport/transport";
import { authenticationIn, codes } from "@/lib/gateway/powertranz/wire/answers";
import { currencyNumbers, saleBody, withAmount } from "@/lib/gateway/powertranz/wire/sale-request";
import { newUlid, newUuid } from "@/lib/kit/ids";
import type { Minor } from "@/lib/kit/money";
import { describeReply, type Reply, replyOf, textIn } from "./exchange";

export type Sale = { identifier: string; amount: Minor; card: TestCard; reply: Reply; token: string | null };
export type ThreeDSResult = { code: string; status: string | null };
type SaleOptions = { identifier?: string; amount?: Minor; verifyAddress?: boolean };

/** Makes test payments on a terminal. */
export class TestTerminal extends TestAccount {
  async call(sent: string, call: GatewayCall): Promise<Reply> {
    const reply = replyOf(
      await observe((onResponse) => callPowertranz(this.terminal.credentials, { ...call, onResponse })),
    );
    this.hide(textIn(reply, "SpiToken"), textIn(reply, "PanToken"), textIn(reply, "RedirectData"));
    this.record({ sent, received: describeReply(reply) });
    return reply;
  }

  /** Sends the product's own first call, which starts 3DS. */
  async startSale(card: TestCard, options: SaleOptions = {}): Promise<Sale> {
    const { identifier = newUuid(), amount = this.nextAmount(), verifyAddress = false } = options;
    const body = saleBody(this.requestFor(card, { orderId: identifier, amount, verifyAddress }), identifier);
    const words = `POST spi/sale: ${this.money(amount)}, card ${maskedNumber(card)}, ${identifier}`;
    const reply = await this.call(words, { method: "POST", path: "spi/sale", body, limitMs: saleLimitMs });
    return { identifier, amount, card, reply, token: reply.transaction?.SpiToken ?? null };
  }

  /** Follows the bank's pages. A card without 3DS has no pages. */
  async authenticate({ identifier, reply, token }: Sale): Promise<ThreeDSResult> {
    const html = reply.transaction?.RedirectData;
    if (reply.code === codes.unsupported && token) return { code: codes.unsupported, status: null };
    if (reply.code !== codes.preprocessed || !html || !token) {
      throw new Unanswered(`The sale did not start 3DS (${describeReply(reply)}).`);
    }
    const begun = performance.now();
    const fields = await visitBank(html);
    const returned = readReturn(fields, { transactionIdentifier: identifier, token });
    if (!returned?.IsoResponseCode) throw new Unanswered("The return from 3DS does not name this sale and its token.");
    const { status = null, eci = null } = authenticationIn(returned, "browser") ?? {};
    const milliseconds = Math.round(performance.now() - begun);
    const received = [`code ${returned.IsoResponseCode}`, `status ${status}`, `ECI ${eci}`, `${milliseconds} ms`];
    this.record({ sent: `3DS pages of ${identifier}`, received: received.join(", ") });
    return { code: returned.IsoResponseCode, status };
  }

  async pay({ identifier, amount, token }: Sale): Promise<Reply> {
    const body = JSON.stringify(token ?? "");
    const words = `POST spi/payment: SpiToken of ${identifier}`;
    const reply = await this.call(words, { method: "POST", path: "spi/payment", body, limitMs: paymentLimitMs });
    const mayHoldMoney = reply.answer.kind === "silent" || reply.transaction?.Approved === true;
    if (mayHoldMoney) this.noteCharge({ identifier, amount });
    return reply;
  }

  async payApproved(card: TestCard, options: SaleOptions = {}): Promise<Sale & { payment: Reply }> {
    const sale = await this.startSale(card, options);
    await this.authenticate(sale);
    const payment = await this.pay(sale);
    if (!isApproved(payment)) throw new Unanswered(`The payment was not approved (${describeReply(payment)}).`);
    return { ...sale, payment };
  }

  inquire(identifier: string): Promise<Reply> {
    const path = `Transactions/${identifier}`;
    return this.call(`GET ${path}`, { method: "GET", path });
  }

  searchOrder(identifier: string): Promise<Reply> {
    const path = `Transactions/OrderSearch/${identifier}`;
    return this.call(`GET ${path}`, { method: "GET", path });
  }

  async void(identifier: string, externalIdentifier: string = newUlid()): Promise<Reply> {
    const fields = { TransactionIdentifier: identifier, TerminalCode: "", ExternalIdentifier: externalIdentifier };
    const call = { method: "POST", path: "void", body: JSON.stringify(fields) } as const;
    const reply = await this.call(`POST void: ${identifier}`, call);
    if (isApproved(reply)) this.closeCharge(identifier);
    return reply;
  }

  refund(identifier: string, amount: Minor, externalIdentifier: string = newUlid()): Promise<Reply> {
    const body = withAmount(amount, {
      Refund: true,
      TransactionIdentifier: identifier,
      CurrencyCode: currencyNumbers[this.terminal.currency],
      ExternalIdentifier: externalIdentifier,
    });
    const words = `POST refund: ${this.money(amount)}, ${identifier}, ExternalIdentifier ${externalIdentifier}`;
    return this.call(words, { method: "POST", path: "refund", body });
  }
}

export const isApproved = ({ transaction, code }: Reply): boolean =>
  transaction?.Approved === true && code === codes.approved;
