import { cardName } from "@/lib/format/card-name";
import { formatMoment, timeZoneOf, zoneNameOf } from "@/lib/format/dates";
import { formatMoney } from "@/lib/format/money";
import type { Minor } from "@/lib/kit/money";
import { receiptUrl } from "@/lib/kit/own-pages";
import { fillIn, fillInOrder } from "@/lib/kit/text/fill-in";
import { moneySentences } from "@/lib/reference/money-sentences";
import type { MailKind } from "@/lib/reference/stored-values";
import type { Contact, Content, Fact } from "./content";
import { findPayment, findRefundFacts, type PaymentFacts } from "./facts-store";
import { composeMail, enqueueMail, type NewMail } from "./outbox";
import { isName, sentence } from "./phrases";
import type { MailInsert } from "./store";
import { mailWords } from "./words/words-of";

/** Mail to customers, in the language of their checkout page. A customer without an email address gets no mail. */
export const mailPayer = {
  /** Sends nothing about the refund of a micro-charge: the mail about the stored card already announced it. */
  async refund(refundId: string): Promise<void> {
    const { payment, amount, endedAt } = await findRefundFacts(refundId);
    if (payment.purpose === "card_create") return;
    const { refund } = mailWords(payment.payer.language);
    const value = moneyOf(payment, amount);
    await send(payment, "refund", {
      subject: fillIn(refund.subject, { amount: value, merchant: payment.merchant.name }),
      heading: payment.sold
        ? fillIn(refund.headingOfLink, { sold: payment.sold })
        : fillInOrder(refund.heading, payment.orderId),
      amount: { label: refund.refunded, value, detail: momentOf(payment, endedAt) },
      paragraphs: [],
      facts: [cardFacts(payment)],
      closing: [refund.wait],
    });
  },

  /** Never states the amount of the micro-charge, because the amount proves who holds the card. */
  async cardStored(sessionId: string): Promise<void> {
    const payment = await findPayment(sessionId);
    const { language, name } = payment.payer;
    const { stored, facts, ...words } = mailWords(language);
    const values = {
      merchant: payment.merchant.name,
      least: formatMoney({ amount: microCharge.least, currency: payment.currency, language }),
      most: formatMoney({ amount: microCharge.most, currency: payment.currency, language }),
    };
    await send(payment, "card_stored", {
      subject: fillIn(stored.subject, values),
      heading: stored.heading,
      greeting: isName(name) ? fillIn(words.greeting, { name }) : words.greetingWithoutName,
      paragraphs: [
        moneySentences[language].card_create.charged,
        sentence(stored.who, values),
        sentence(stored.verify, values),
      ],
      facts: [[...cardFacts(payment), [facts.date, longMoment(payment, payment.finalisedAt)]]],
      closing: [sentence(stored.remove, values)],
    });
  },
};

/** The range of a micro-charge. */
const microCharge = { least: 50n, most: 199n };

/** The receipt for a payment. Receipts have no limit, so the caller can insert the mail with its own statement. */
export function receiptOf(payment: PaymentFacts): MailInsert | null {
  const { language } = payment.payer;
  const { receipt } = mailWords(language);
  const value = moneyOf(payment, payment.total + payment.fee);
  return composeMail(
    toMail(payment, "receipt", {
      subject: fillIn(receipt.subject, { amount: value, merchant: payment.merchant.name }),
      heading: receiptHeading(payment),
      amount: { label: receipt.paid, value, detail: momentOf(payment, payment.finalisedAt) },
      paragraphs: [],
      facts: [sumOf(payment), cardFacts(payment)],
      otherButton: { label: receipt.open, url: receiptUrl(payment.sessionId, language) },
      closing: [`${moneySentences[language].payment.charged} ${receipt.keep}`],
    }),
  );
}

/** Without an order id from the merchant, the transaction id serves as the order id. */
function receiptHeading({ sold, orderId, transactionId, payer }: PaymentFacts): string {
  const { receipt } = mailWords(payer.language);
  if (sold) return fillIn(receipt.headingOfLink, { sold });
  return orderId === transactionId ? receipt.headingWithoutOrder : fillInOrder(receipt.heading, orderId);
}

type Message = Omit<Content, "language" | "brand" | "button" | "footer">;

const send = (payment: PaymentFacts, kind: MailKind, message: Message): Promise<void> =>
  enqueueMail(toMail(payment, kind, message));

function toMail(payment: PaymentFacts, kind: MailKind, message: Message): NewMail {
  const { owner, payer, merchant } = payment;
  const words = mailWords(payer.language);
  const isTest = owner.environment === "sandbox";
  return {
    owner,
    kind,
    recipient: payer.email,
    content: {
      ...message,
      language: payer.language,
      brand: { name: merchant.name, colour: merchant.colour, picture: merchant.picture },
      ...(merchant.shopUrl && {
        button: { label: fillIn(words.back, { merchant: merchant.name }), url: merchant.shopUrl },
      }),
      closing: [...message.closing, ...(isTest ? [words.test] : []), helpOf(payment)],
      footer: fillIn(words.footer, { merchant: merchant.name }),
    },
  };
}

const moneyOf = ({ currency, payer }: PaymentFacts, amount: Minor): string =>
  formatMoney({ amount, currency, language: payer.language });

function momentOf({ platform, payer: { language } }: PaymentFacts, at: Date | null): string {
  if (!at) return "";
  const zone = timeZoneOf(platform);
  const time = `${formatMoment(at, "time", zone, language)} ${zoneNameOf(zone, language)}`;
  return fillIn(mailWords(language).at, { date: formatMoment(at, "date", zone, language), time });
}

const longMoment = ({ platform, payer }: PaymentFacts, at: Date | null): string =>
  at ? formatMoment(at, "long", timeZoneOf(platform), payer.language) : "";

/** A payment without a fee for the customer has one line: its total. */
function sumOf(payment: PaymentFacts): Fact[] {
  const { facts } = mailWords(payment.payer.language);
  const { total, fee } = payment;
  const parts: Fact[] = [
    [payment.sold ?? facts.orderTotal, moneyOf(payment, total), "sum"],
    [facts.fee, moneyOf(payment, fee), "sum"],
  ];
  return [...(fee > 0n ? parts : []), [facts.total, moneyOf(payment, total + fee), "total"]];
}

function cardFacts({ payer: { language }, cardNetwork, cardLast4, reference, transactionId }: PaymentFacts): Fact[] {
  const { facts } = mailWords(language);
  return [
    ...(cardLast4 ? [[facts.card, cardName(cardNetwork, cardLast4, language), cardNetwork] as const] : []),
    ...(reference ? [[facts.reference, reference, "code"] as const] : []),
    [facts.paymentId, transactionId, "code"],
  ];
}

/** How the customer reaches the merchant. The merchant chose the contact, so only safe addresses become links. */
function helpOf({ merchant: { name, support }, payer }: PaymentFacts): string | Contact {
  const { help } = mailWords(payer.language);
  if (!support) return sentence(help.none, { merchant: name });
  const { kind, url } = contactKind(support);
  const [before = "", after = ""] = fillIn(help[kind], { merchant: name }).split("{contact}");
  return { before, label: support, after, url };
}

function contactKind(contact: string): { kind: "email" | "phone" | "website" | "other"; url: string | null } {
  if (/^[^\s@]+@[^\s@]+$/.test(contact)) return { kind: "email", url: `mailto:${contact}` };
  if (/^\+?[\d ().-]{6,24}$/.test(contact)) return { kind: "phone", url: `tel:${contact.replace(/[^\d+]/g, "")}` };
  return /^https:\/\/\S+$/.test(contact) ? { kind: "website", url: contact } : { kind: "other", url: null };
}
