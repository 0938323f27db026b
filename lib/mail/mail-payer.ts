import { fillIn } from "@/lib/kit/text/fill-in";
import { moneySentences } from "@/lib/reference/money-sentences";
import type { Content, Fact } from "./content";
import { findPayment, findRefundFacts, type PaymentFacts } from "./facts-store";
import type { MailKind } from "./kinds";
import { composeMail, enqueueMail, type NewMail } from "./outbox";
import { amountOf, cardOf, isName, momentOf } from "./phrases";
import type { MailInsert } from "./store";
import { mailWords } from "./words/words-of";

/** Mail to customers, in the language of their checkout page. A customer without an email address gets no mail. */
export const mailPayer = {
  /** Sends nothing about the refund of a micro-charge: the mail about the stored card already announced it. */
  async refund(refundId: string): Promise<void> {
    const { payment, amount: minor, endedAt } = await findRefundFacts(refundId);
    if (payment.purpose === "card_create") return;
    const amount = amountOf(payment.currency, minor);
    const values = { amount, merchant: payment.merchant.name };
    const { refund } = mailWords(payment.payer.language);
    await send(payment, "refund", {
      subject: fillIn(refund.subject, values),
      paragraphs: [fillIn(refund.done, values), refund.wait],
      facts: factsOf(payment, { amount, at: endedAt }),
      link: helpOf(payment),
    });
  },

  /** Never states the amount of the micro-charge, because the amount proves who holds the card. */
  async cardStored(sessionId: string): Promise<void> {
    const payment = await findPayment(sessionId);
    const { language } = payment.payer;
    const values = { merchant: payment.merchant.name };
    const { stored } = mailWords(language);
    await send(payment, "card_stored", {
      subject: fillIn(stored.subject, values),
      paragraphs: [
        moneySentences[language].card_create.charged,
        fillIn(stored.who, values),
        fillIn(stored.verify, values),
      ],
      facts: factsOf(payment, { amount: null, at: payment.finalisedAt }),
      link: contactOf(payment, { lead: stored.remove, leadAlone: stored.removeWithoutContact }),
    });
  },
};

/** The receipt for a payment. Receipts have no limit, so the caller can insert the mail with its own statement. */
export function receiptOf(payment: PaymentFacts): MailInsert | null {
  const { language } = payment.payer;
  const amount = amountOf(payment.currency, payment.debited);
  const { receipt } = mailWords(language);
  return composeMail(
    toMail(payment, "receipt", {
      subject: fillIn(receipt.subject, { amount, merchant: payment.merchant.name }),
      paragraphs: [moneySentences[language].payment.charged, receipt.keep],
      facts: factsOf(payment, { amount, at: payment.finalisedAt }),
      link: helpOf(payment),
    }),
  );
}

type Message = Pick<Content, "subject" | "paragraphs" | "facts" | "link">;

const send = (payment: PaymentFacts, kind: MailKind, message: Message): Promise<void> =>
  enqueueMail(toMail(payment, kind, message));

function toMail({ owner, payer, merchant }: PaymentFacts, kind: MailKind, message: Message): NewMail {
  const words = mailWords(payer.language);
  const isTest = owner.environment === "sandbox";
  return {
    owner,
    kind,
    recipient: payer.email,
    content: {
      ...message,
      language: payer.language,
      greeting: isName(payer.name) ? fillIn(words.greeting, { name: payer.name }) : words.greetingWithoutName,
      paragraphs: isTest ? [...message.paragraphs, words.test] : message.paragraphs,
      footer: fillIn(words.footer, { merchant: merchant.name }),
    },
  };
}

function factsOf(payment: PaymentFacts, { amount, at }: { amount: string | null; at: Date | null }): Fact[] {
  const { payer, platform, merchant, orderId, cardLast4, transactionId } = payment;
  const { facts } = mailWords(payer.language);
  // A session that stores a card has no order of the merchant, so the mail shows none.
  const order = payment.purpose === "card_create" ? null : orderId;
  const all: [string, string | null][] = [
    [facts.amount, amount],
    [facts.merchant, merchant.name],
    [facts.order, order],
    [facts.card, cardLast4 && cardOf(cardLast4)],
    [facts.date, at && momentOf(at, payer.language, platform)],
    [facts.transaction, transactionId],
  ];
  return all.flatMap(([label, value]) => (value === null ? [] : [[label, value] as const]));
}

function helpOf(payment: PaymentFacts): Content["link"] {
  const { help, helpWithoutContact } = mailWords(payment.payer.language);
  return contactOf(payment, { lead: help, leadAlone: helpWithoutContact });
}

type Leads = { lead: string; leadAlone: string };

function contactOf({ merchant: { name, support } }: PaymentFacts, { lead, leadAlone }: Leads): Content["link"] {
  if (!support) return { lead: fillIn(leadAlone, { merchant: name }), label: "", url: null };
  const isEmail = /^[^\s@]+@[^\s@]+$/.test(support);
  return { lead: fillIn(lead, { merchant: name }), label: support, url: isEmail ? `mailto:${support}` : null };
}
