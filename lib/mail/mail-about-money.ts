import type { Caller, Owner } from "@/lib/http/route/caller";
import { now } from "@/lib/kit/clock";
import type { Minor } from "@/lib/kit/money";
import type { Fact } from "./content";
import { findActor, findChargeback, findRefundFacts, type PaymentFacts } from "./facts-store";
import { environmentFact, mailAccount, mailOwner, notYou } from "./merchant-mail";
import { amountOf, cardOf, isName } from "./phrases";
import { ticketUrl } from "./ticket-links";

export type BankFacts = { type: "local" | "foreign"; currency: string; tail: string };
export type WithdrawalFacts = {
  transactionId: string;
  type: keyof typeof withdrawalTypes;
  currency: string;
  amount: Minor;
  nameInBank: string | null;
  recipientName: string | null;
  bankName: string | null;
  bankAccountLast4: string | null;
  idNumberLast4: string | null;
};

const withdrawalTypes = {
  normal: "to your own bank account",
  sub_banked: "to somebody else's bank account",
  sub_unbanked: "to somebody without a bank account",
} as const;

/** Mail to merchants about bank accounts, withdrawals, chargebacks and refunds. */
export const aboutMoney = {
  bankAdded: (accountNumber: string, bank: BankFacts): Promise<void> =>
    mailAccount(accountNumber, "bank_added", {
      subject: `A ${bank.type} bank account was added`,
      paragraphs: [
        "Your withdrawals in its currency go there. For your safety, no live one does in the first 48 hours.",
        notYou,
      ],
      facts: bankFacts(bank),
    }),

  bankChanged: (accountNumber: string, bank: BankFacts): Promise<void> =>
    mailAccount(accountNumber, "bank_changed", {
      subject: `Your ${bank.type} bank account was changed`,
      paragraphs: [
        "Your withdrawals in its currency go there. For your safety, no live one does in the 48 hours after a change.",
        notYou,
      ],
      facts: bankFacts(bank),
    }),

  bankRemoved: (accountNumber: string, bank: BankFacts): Promise<void> =>
    mailAccount(accountNumber, "bank_removed", {
      subject: `Your ${bank.type} bank account was removed`,
      paragraphs: ["Withdrawals in its currency need another bank account.", notYou],
      facts: bankFacts(bank),
    }),

  /** Sent for every withdrawal, from the dashboard or the API, so that no money leaves unnoticed. */
  withdrawalCreated: (owner: Owner, withdrawal: WithdrawalFacts): Promise<void> =>
    mailOwner(owner, "withdrawal_created", {
      subject: `A withdrawal of ${amountOf(withdrawal.currency, withdrawal.amount)} was created`,
      paragraphs: ["The money leaves your balance. Until it is processed, the withdrawal can be cancelled.", notYou],
      facts: [...withdrawalFacts(withdrawal), environmentFact(owner), ["Time", now()]],
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
      subject: `Confirm a withdrawal of ${amountOf(withdrawal.currency, withdrawal.amount)} to a new payee`,
      paragraphs: [
        "Your account has not paid this payee before, so we hold the withdrawal until you confirm it.",
        "If you do not answer within 48 hours, we release the withdrawal and send it with the next bank file.",
        `If you refuse it, the money returns to your balance. You can also answer in the dashboard. ${notYou}`,
      ],
      facts: [
        ...withdrawalFacts(withdrawal),
        ["Requested by", await findActor(by)],
        ["Released without an answer", confirmBy],
        environmentFact(owner),
        ["Time", now()],
      ],
      link: { lead: "Confirm the withdrawal:", label: url, url },
      otherLink: { lead: "Refuse the withdrawal:", label: refuseUrl, url: refuseUrl },
    });
  },

  async chargebackOpened(sessionId: string): Promise<void> {
    const { payment, amount, openedAt } = await findChargeback(sessionId);
    await mailOwner(payment.owner, "chargeback_opened", {
      subject: `A chargeback was opened for order ${payment.orderId}`,
      paragraphs: [
        "The customer's bank has taken this payment back. The amount was taken from your balance; what was not there is owed.",
        "You are told when it is decided.",
      ],
      facts: [["Amount", amountOf(payment.currency, amount)], ...paymentFacts(payment), ["Opened", openedAt]],
    });
  },

  async chargebackDecided(sessionId: string): Promise<void> {
    const { payment, amount, status } = await findChargeback(sessionId);
    await mailOwner(payment.owner, "chargeback_decided", {
      subject: `The chargeback for order ${payment.orderId} was ${status}`,
      paragraphs: [
        status === "won"
          ? "The customer's bank sided with you. The amount is back on your balance, less what was owed."
          : "The customer's bank sided with the customer. What was taken from your balance does not come back; nothing more is taken.",
      ],
      facts: [["Amount", amountOf(payment.currency, amount)], ...paymentFacts(payment)],
    });
  },

  /** Sends nothing for micro-charges: the operator handles their rejected refunds. */
  async refundRejected(refundId: string): Promise<void> {
    const { payment, amount } = await findRefundFacts(refundId);
    if (payment.purpose === "card_create") return;
    await mailOwner(payment.owner, "refund_rejected", {
      subject: `A refund of order ${payment.orderId} was rejected`,
      paragraphs: [
        "The customer's bank did not take the refund, and the customer has received nothing. The amount is back on your balance.",
        "You can request the refund again, or return the money another way.",
      ],
      facts: [["Amount", amountOf(payment.currency, amount)], ...paymentFacts(payment)],
    });
  },
};

const bankFacts = ({ type, currency, tail }: BankFacts): Fact[] => [
  ["Type", type],
  ["Currency", currency],
  ["Number", `****${tail}`],
];

function withdrawalFacts(withdrawal: WithdrawalFacts): Fact[] {
  const { bankName, bankAccountLast4: tail, idNumberLast4: idTail } = withdrawal;
  const recipient = withdrawal.nameInBank ?? withdrawal.recipientName ?? "";
  return [
    ["Amount", amountOf(withdrawal.currency, withdrawal.amount)],
    ["Type", withdrawalTypes[withdrawal.type]],
    ...(isName(recipient) ? [["Recipient", recipient] as const] : []),
    ...(bankName ? [["Bank", bankName] as const] : []),
    ...(tail ? [["Number", `****${tail}`] as const] : []),
    ...(!tail && idTail ? [["Identity number", `****${idTail}`] as const] : []),
    ["Transaction", withdrawal.transactionId],
  ];
}

const paymentFacts = (payment: PaymentFacts): Fact[] => [
  ["Order", payment.orderId],
  ["Transaction", payment.transactionId],
  ...(payment.cardLast4 ? [["Card", cardOf(payment.cardLast4)] as const] : []),
  environmentFact(payment.owner),
];
