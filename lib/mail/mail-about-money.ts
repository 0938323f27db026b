import { cardName } from "@/lib/format/card-name";
import { formatMoney } from "@/lib/format/money";
import { bankTypeWords, withdrawalTypeWords } from "@/lib/format/value-words";
import type { Caller, Owner } from "@/lib/http/message/caller";
import { now } from "@/lib/kit/clock";
import type { Minor } from "@/lib/kit/money";
import type { Fact } from "./content";
import { findActor, findChargeback, findRefundFacts, type PaymentFacts } from "./facts-store";
import { mailAccount, mailOwner, modeFact, notYou } from "./merchant-mail";
import { isName } from "./phrases";
import { ticketUrl } from "./ticket-links";

export type BankFacts = { type: keyof typeof bankTypeWords; currency: string; tail: string };
export type WithdrawalFacts = {
  transactionId: string;
  type: keyof typeof withdrawalTypeWords;
  currency: string;
  amount: Minor;
  nameInBank: string | null;
  recipientName: string | null;
  bankName: string | null;
  bankAccountLast4: string | null;
  idNumberLast4: string | null;
};

/** Mail to merchants about bank accounts, withdrawals, chargebacks and refunds. */
export const aboutMoney = {
  bankAdded: (accountNumber: string, bank: BankFacts): Promise<void> =>
    mailAccount(accountNumber, "bank_added", {
      subject: `A ${bank.type} bank account was added`,
      paragraphs: [
        "Your withdrawals in this currency go to this bank account. For your safety, we send no live withdrawal to it in the first 48 hours.",
        notYou,
      ],
      facts: bankFacts(bank),
    }),

  bankChanged: (accountNumber: string, bank: BankFacts): Promise<void> =>
    mailAccount(accountNumber, "bank_changed", {
      subject: `Your ${bank.type} bank account was changed`,
      paragraphs: [
        "Your withdrawals in this currency go to this bank account. For your safety, we send no live withdrawal to it for 48 hours after a change.",
        notYou,
      ],
      facts: bankFacts(bank),
    }),

  bankRemoved: (accountNumber: string, bank: BankFacts): Promise<void> =>
    mailAccount(accountNumber, "bank_removed", {
      subject: `Your ${bank.type} bank account was removed`,
      paragraphs: ["Add another bank account to withdraw this currency again.", notYou],
      facts: bankFacts(bank),
    }),

  /** Sent for every withdrawal, from the dashboard or the API, so that no money leaves unnoticed. */
  withdrawalCreated: (owner: Owner, withdrawal: WithdrawalFacts): Promise<void> =>
    mailOwner(owner, "withdrawal_created", {
      subject: `A withdrawal of ${formatMoney(withdrawal)} was created`,
      paragraphs: [
        "The money has left your balance. You can cancel the withdrawal until we send it to the bank.",
        notYou,
      ],
      facts: [...withdrawalFacts(withdrawal), modeFact(owner), ["Time", now()]],
    }),

  /** The links in this mail confirm or refuse the withdrawal. */
  async withdrawalHeld(
    owner: Owner,
    withdrawal: WithdrawalFacts,
    { by, confirmBy }: { by: Caller; confirmBy: Date },
  ): Promise<void> {
    const url = ticketUrl("withdrawal_held", withdrawal.transactionId);
    const refuseUrl = `${url}&answer=refuse`;
    await mailOwner(owner, "withdrawal_held", {
      subject: `Confirm a withdrawal of ${formatMoney(withdrawal)} to a new payee`,
      paragraphs: [
        "Your account has not paid this payee before, so we hold the withdrawal until you confirm it.",
        "If you do not answer within 48 hours, we release the withdrawal and send it with the next bank file.",
        `If you refuse it, the money returns to your balance. You can also answer in the dashboard. ${notYou}`,
      ],
      facts: [
        ...withdrawalFacts(withdrawal),
        ["Requested by", await findActor(by)],
        ["Released without an answer on", confirmBy],
        modeFact(owner),
        ["Time", now()],
      ],
      button: { label: "Confirm the withdrawal", url },
      otherButton: { label: "Refuse the withdrawal", url: refuseUrl },
    });
  },

  async chargebackOpened(sessionId: string): Promise<void> {
    const { payment, amount, openedAt } = await findChargeback(sessionId);
    await mailOwner(payment.owner, "chargeback_opened", {
      subject: `A chargeback was opened for order ${payment.orderId}`,
      paragraphs: [
        "The customer's bank has taken this payment back. We took the amount from your balance. If your balance was too low, you owe us the rest.",
        "We email you when the bank decides.",
      ],
      facts: [
        ["Amount", formatMoney({ amount, currency: payment.currency })],
        ...paymentFacts(payment),
        ["Opened", openedAt],
      ],
    });
  },

  async chargebackDecided(sessionId: string): Promise<void> {
    const { payment, amount, status } = await findChargeback(sessionId);
    await mailOwner(payment.owner, "chargeback_decided", {
      subject: `The chargeback for order ${payment.orderId} was ${status}`,
      paragraphs: [
        status === "won"
          ? "The customer's bank decided for you. The amount is back in your balance, less what you owed."
          : "The customer's bank decided for the customer. You do not get the amount back. We take nothing more.",
      ],
      facts: [["Amount", formatMoney({ amount, currency: payment.currency })], ...paymentFacts(payment)],
    });
  },

  /** Sends nothing for micro-charges: the operator handles their rejected refunds. */
  async refundRejected(refundId: string): Promise<void> {
    const { payment, amount } = await findRefundFacts(refundId);
    if (payment.purpose === "card_create") return;
    await mailOwner(payment.owner, "refund_rejected", {
      subject: `A refund of order ${payment.orderId} was rejected`,
      paragraphs: [
        "The customer's bank rejected the refund, and the customer has received nothing. The amount is back in your balance.",
        "You can request the refund again, or return the money another way.",
      ],
      facts: [["Amount", formatMoney({ amount, currency: payment.currency })], ...paymentFacts(payment)],
    });
  },
};

const maskedNumber = (tail: string): string => `•••• ${tail}`;

const bankFacts = ({ type, currency, tail }: BankFacts): Fact[] => [
  ["Type", bankTypeWords[type]],
  ["Currency", currency],
  ["Number", maskedNumber(tail)],
];

function withdrawalFacts(withdrawal: WithdrawalFacts): Fact[] {
  const { bankName, bankAccountLast4: tail, idNumberLast4: idTail } = withdrawal;
  const recipient = withdrawal.nameInBank ?? withdrawal.recipientName ?? "";
  return [
    ["Amount", formatMoney(withdrawal)],
    ["Type", withdrawalTypeWords[withdrawal.type]],
    ...(isName(recipient) ? [["Recipient", recipient] as const] : []),
    ...(bankName ? [["Bank", bankName] as const] : []),
    ...(tail ? [["Number", maskedNumber(tail)] as const] : []),
    ...(!tail && idTail ? [["Identity number", maskedNumber(idTail)] as const] : []),
    ["Reference", withdrawal.transactionId, "code"],
  ];
}

const paymentFacts = (payment: PaymentFacts): Fact[] => [
  payment.sold ? ["Payment link", payment.sold] : ["Order", payment.orderId],
  ...(payment.reference ? [["Reference", payment.reference, "code"] as const] : []),
  ["Payment ID", payment.transactionId, "code"],
  ...(payment.cardLast4
    ? [["Card", cardName(payment.cardNetwork, payment.cardLast4), payment.cardNetwork] as const]
    : []),
  modeFact(payment.owner),
];
