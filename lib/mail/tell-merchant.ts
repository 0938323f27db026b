import type { Caller, Owner } from "@/lib/http/caller";
import { now } from "@/lib/kit/clock";
import type { Minor } from "@/lib/kit/money";
import { withoutQuery } from "@/lib/kit/urls";
import type { Environment } from "@/lib/reference/platforms";
import { type Role, roleLabels } from "@/lib/reference/roles";
import { isSandboxSeed } from "@/lib/reference/sandbox";
import type { Content, Fact } from "./content";
import {
  findActor,
  findChargeback,
  findMemberEmail,
  findMerchant,
  findRefund,
  findWebhook,
  type MerchantRow,
  type Payment,
} from "./facts-store";
import type { MailKind } from "./kinds";
import { post } from "./outbox";
import { amountOf, cardOf, isName, momentOf } from "./phrases";
import { ticketUrl } from "./ticket-links";

/**
 * What merchants are written, in English. What is about the account itself is sent wherever the account can go live. Some put a
 * secret into the query of a webhook's address, so that it is told without.
 */

export type KeyFacts = { kid: string; name: string; environment: Environment };
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

const notYou = "If this was not you, change your password and look through your API keys and bank accounts at once.";

const keysToCome = {
  subject: "The hash key of your account is about to change",
  paragraphs: [
    "A new hash key and a new signing secret take over at the time below. Teach your shop to accept both until then.",
    notYou,
  ],
};

/** Where there is no overlap. */
const keysInUse = {
  subject: "The hash key of your account was changed",
  paragraphs: [
    "Results are made with a new hash key and a new signing secret already. Keep accepting the former ones for another hour: customers may be on their way back.",
    notYou,
  ],
};

const notYouInvited =
  "If nobody of your team invited them, change your password at once, which takes open invitations back, and look through your team.";

export const tellMerchant = {
  /** To the address that it was: whoever reads there must learn why nothing comes any more. */
  emailChanged: (accountNumber: string, oldEmail: string): Promise<void> =>
    tellAccount(
      accountNumber,
      "email_changed",
      {
        subject: "The email address of your account was changed",
        paragraphs: [
          "From now on you sign in with another address, and notices go there. This one is the last to come here.",
          "If this was not you, write to our support at once.",
        ],
        facts: [],
      },
      oldEmail,
    ),

  /** To the present address, before the new one counts. */
  emailChangeAsked: (accountNumber: string, email: string): Promise<void> =>
    tellAccount(accountNumber, "email_changed", {
      subject: "A new email address was asked for",
      paragraphs: [
        "Your account gets the address below once its owner follows the link that we sent there. This address stays yours until then.",
        "If this was not you, change your password at once: that cancels the new address.",
      ],
      facts: [["New address", email]],
    }),

  /** To the merchant that created the account. */
  addressLost: (creatorNumber: string, accountNumber: string, email: string): Promise<void> =>
    tellAccount(creatorNumber, "email_lost", {
      subject: "An account that you created lost its email address",
      paragraphs: [
        "The owner of the address below confirmed it for an account or team of their own. It was never confirmed for the account that you created.",
        "That account has no address now, and cannot sign in. Give it another address with PATCH /accounts/{account_number}.",
      ],
      facts: [
        ["Account", accountNumber],
        ["Address", email],
      ],
    }),

  passwordChanged: (accountNumber: string): Promise<void> =>
    tellAccount(accountNumber, "password_changed", {
      subject: "The password of your account was changed",
      paragraphs: ["Whoever was signed in has to sign in again.", "If this was not you, write to our support at once."],
      facts: [],
    }),

  grantedToNewNetwork: (accountNumber: string, clientAddress: string): Promise<void> =>
    tellAccount(accountNumber, "new_network", {
      subject: "An API token was granted to a new network",
      paragraphs: [
        "A program exchanged your email and password for an API token. Your account has not been used from its network before.",
        "If this was you or a server of yours, you do not need to do anything.",
        "If it was not, change your password now. This ends every API token and signs everybody out of the dashboard. Then review your API keys, your webhooks and your bank accounts, and switch the second factor on.",
      ],
      facts: [["Network address", clientAddress]],
    }),

  /** An owner can let others in: that is told before they are. */
  ownerInvited: (accountNumber: string, email: string): Promise<void> =>
    tellAccount(accountNumber, "member_joined", {
      subject: "Somebody was invited to your team as owner",
      paragraphs: ["Once they follow the link in their mail, they can do all that you can.", notYouInvited],
      facts: memberFacts(email, "owner"),
    }),

  ownerMade: (accountNumber: string, email: string): Promise<void> =>
    tellAccount(accountNumber, "member_joined", {
      subject: "A member of your team was made an owner",
      paragraphs: ["They can now do all that you can.", notYouInvited],
      facts: memberFacts(email, "owner"),
    }),

  memberJoined: (accountNumber: string, email: string, role: Role): Promise<void> =>
    tellAccount(accountNumber, "member_joined", {
      subject: "Somebody joined your team",
      paragraphs: ["They sign in to the dashboard of your account with a password of their own.", notYouInvited],
      facts: memberFacts(email, role),
    }),

  keyCreated: (accountNumber: string, key: KeyFacts): Promise<void> =>
    tellAccount(accountNumber, "key_created", {
      subject: "An API key was created",
      paragraphs: ["A new API key can now act for your account.", notYou],
      facts: keyFacts(key),
    }),

  /** The old key ends at a time of its own. */
  keyRolled: (accountNumber: string, key: KeyFacts, old: { kid: string; endsAt: Date }): Promise<void> =>
    tellAccount(accountNumber, "key_rolled", {
      subject: "An API key was rolled",
      paragraphs: ["A new API key takes over from an old one, which ends at the time below.", notYou],
      facts: [...keyFacts(key), ["Old key", old.kid], ["Ends", old.endsAt]],
    }),

  keyRevoked: (accountNumber: string, key: KeyFacts): Promise<void> =>
    tellAccount(accountNumber, "key_revoked", {
      subject: "An API key was revoked",
      paragraphs: ["The key is refused from now on. Whatever still uses it needs another one.", notYou],
      facts: keyFacts(key),
    }),

  hashKeyRotated: (owner: Owner, from: Date): Promise<void> =>
    tellAccount(owner.accountNumber, "hash_key_rotated", {
      ...(from > now() ? keysToCome : keysInUse),
      facts: [["Takes over", from], environmentFact(owner)],
    }),

  bankAdded: (accountNumber: string, bank: BankFacts): Promise<void> =>
    tellAccount(accountNumber, "bank_added", {
      subject: `A ${bank.type} bank account was added`,
      paragraphs: [
        "Your withdrawals in its currency go there. For your safety, no live one does in the first 48 hours.",
        notYou,
      ],
      facts: bankFacts(bank),
    }),

  bankChanged: (accountNumber: string, bank: BankFacts): Promise<void> =>
    tellAccount(accountNumber, "bank_changed", {
      subject: `Your ${bank.type} bank account was changed`,
      paragraphs: [
        "Your withdrawals in its currency go there. For your safety, no live one does in the 48 hours after a change.",
        notYou,
      ],
      facts: bankFacts(bank),
    }),

  bankRemoved: (accountNumber: string, bank: BankFacts): Promise<void> =>
    tellAccount(accountNumber, "bank_removed", {
      subject: `Your ${bank.type} bank account was removed`,
      paragraphs: ["Withdrawals in its currency need another bank account.", notYou],
      facts: bankFacts(bank),
    }),

  /** Whoever asked for it, by the dashboard or the API: no money leaves unseen. */
  withdrawalCreated: (owner: Owner, withdrawal: WithdrawalFacts): Promise<void> =>
    tellOwner(owner, "withdrawal_created", {
      subject: `A withdrawal of ${amountOf(withdrawal.currency, withdrawal.amount)} was created`,
      paragraphs: ["The money leaves your balance. Until it is processed, the withdrawal can be cancelled.", notYou],
      facts: [...withdrawalFacts(withdrawal), environmentFact(owner), ["Time", now()]],
    }),

  /** Its links confirm or refuse the withdrawal. */
  async withdrawalHeld(
    owner: Owner,
    withdrawal: WithdrawalFacts,
    { by, confirmBy }: { by: Caller["credential"]; confirmBy: Date },
  ): Promise<void> {
    const url = ticketUrl("withdrawal_held", withdrawal.transactionId);
    const refuseUrl = `${url}&answer=refuse`;
    await tellOwner(owner, "withdrawal_held", {
      subject: `Confirm a withdrawal of ${amountOf(withdrawal.currency, withdrawal.amount)} to a new payee`,
      paragraphs: [
        "Your account has not paid this payee before, so we hold the withdrawal until you confirm it.",
        "If you do not answer within 48 hours, we release the withdrawal and send it with the next bank file.",
        `If you refuse it, the money returns to your balance. You can also answer in the dashboard. ${notYou}`,
      ],
      facts: [
        ...withdrawalFacts(withdrawal),
        ["Requested by", await requesterOf(by)],
        ["Released without an answer", confirmBy],
        environmentFact(owner),
        ["Time", now()],
      ],
      link: { lead: "Confirm the withdrawal:", label: url, url },
      otherLink: { lead: "Refuse the withdrawal:", label: refuseUrl, url: refuseUrl },
    });
  },

  webhookAdded: (owner: Owner, url: string): Promise<void> =>
    tellOwner(owner, "webhook_added", {
      subject: "A webhook endpoint was added",
      paragraphs: ["What happens to your account is told to this address from now on.", notYou],
      facts: [["Endpoint", withoutQuery(url)], environmentFact(owner)],
    }),

  /** The public sandbox accounts have no owner to warn, and anybody can change their endpoints. */
  async webhookMoved(caller: Caller, endpoint: Owner & { url: string }, url: string): Promise<void> {
    if (isSandboxSeed(endpoint.accountNumber)) return;
    const { accountNumber, environment } = endpoint;
    await tellOwner({ accountNumber, environment }, "webhook_moved", {
      subject: "The address of a webhook endpoint was changed",
      paragraphs: [
        "Events from your account are now sent to the new address. Queries of addresses are not shown, because they may hold secrets.",
        "If this was not you, disable the endpoint in the dashboard, change your password and review your API keys and your team.",
      ],
      facts: [
        ["Old address", withoutQuery(endpoint.url)],
        ["New address", withoutQuery(url)],
        ["Changed by", await findActor(caller)],
        environmentFact(endpoint),
        ["Time", now()],
      ],
    });
  },

  async webhookDisabled(endpointId: string): Promise<void> {
    const { url, disabledBecause, ...owner } = await findWebhook(endpointId);
    await tellOwner(owner, "webhook_disabled", {
      subject: "A webhook endpoint was disabled",
      paragraphs: [
        "Nothing is delivered to this endpoint any more. Once it works again, enable it and ask for what failed to be sent again.",
      ],
      facts: [["Endpoint", withoutQuery(url)], ["Reason", disabledBecause ?? ""], environmentFact(owner)],
    });
  },

  async chargebackOpened(sessionId: string): Promise<void> {
    const { payment, amount, openedAt } = await findChargeback(sessionId);
    await tellOwner(payment.owner, "chargeback_opened", {
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
    await tellOwner(payment.owner, "chargeback_decided", {
      subject: `The chargeback for order ${payment.orderId} was ${status}`,
      paragraphs: [
        status === "won"
          ? "The customer's bank sided with you. The amount is back on your balance, less what was owed."
          : "The customer's bank sided with the customer. What was taken from your balance does not come back; nothing more is taken.",
      ],
      facts: [["Amount", amountOf(payment.currency, amount)], ...paymentFacts(payment)],
    });
  },

  /** A micro-charge that does not go back is ours to see to. */
  async refundRejected(refundId: string): Promise<void> {
    const { payment, amount } = await findRefund(refundId);
    if (payment.purpose === "card_create") return;
    await tellOwner(payment.owner, "refund_rejected", {
      subject: `A refund of order ${payment.orderId} was rejected`,
      paragraphs: [
        "The customer's bank did not take the refund, and the customer has received nothing. The amount is back on your balance.",
        "You can request the refund again, or return the money another way.",
      ],
      facts: [["Amount", amountOf(payment.currency, amount)], ...paymentFacts(payment)],
    });
  },
};

type Told = readonly [label: string, value: string | Date];
type Said = Pick<Content, "subject" | "paragraphs"> &
  Partial<Pick<Content, "link" | "otherLink">> & { facts: readonly Told[] };

async function tellAccount(accountNumber: string, kind: MailKind, said: Said, recipient?: string): Promise<void> {
  const merchant = await findMerchant(accountNumber);
  if (!merchant) return;
  const owner: Owner = { accountNumber, environment: merchant.sandboxOnly ? "sandbox" : "live" };
  const reader = { ...merchant, ...(recipient && { email: recipient }) };
  await send(owner, kind, reader, { ...said, facts: [...said.facts, ["Time", now()]] });
}

async function tellOwner(owner: Owner, kind: MailKind, said: Said): Promise<void> {
  const merchant = await findMerchant(owner.accountNumber);
  if (merchant) await send(owner, kind, merchant, said);
}

function send(owner: Owner, kind: MailKind, merchant: MerchantRow, { facts, ...said }: Said): Promise<void> {
  const { email, firstName, lastName, homePlatform } = merchant;
  const name = `${firstName} ${lastName}`;
  return post({
    owner,
    kind,
    recipient: email,
    content: {
      link: null,
      ...said,
      facts: facts.map(
        ([label, value]): Fact => [label, typeof value === "string" ? value : momentOf(value, "en", homePlatform)],
      ),
      language: "en",
      greeting: isName(name) ? `Hello ${name},` : "Hello,",
      footer: `Sent by Tradewind about your account ${owner.accountNumber}.`,
    },
  });
}

const environmentFact = ({ environment }: { environment: Environment }): Fact => ["Environment", environment];

const memberFacts = (email: string, role: Role): Fact[] => [
  ["Email", email],
  ["Role", roleLabels[role].name],
];

const keyFacts = (key: KeyFacts): Fact[] => [["Name", key.name], ["Key", key.kid], environmentFact(key)];

const bankFacts = ({ type, currency, tail }: BankFacts): Fact[] => [
  ["Type", type],
  ["Currency", currency],
  ["Number", `****${tail}`],
];

async function requesterOf(credential: Caller["credential"]): Promise<string> {
  switch (credential.kind) {
    case "member":
      return `${await findMemberEmail(credential.memberId)}, in the dashboard`;
    case "api-key":
      return `API key ${credential.kid}`;
    case "bearer":
      return "an access token of the API";
  }
}

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

const paymentFacts = (payment: Payment): Fact[] => [
  ["Order", payment.orderId],
  ["Transaction", payment.transactionId],
  ...(payment.cardLast4 ? [["Card", cardOf(payment.cardLast4)] as const] : []),
  environmentFact(payment.owner),
];
