import type { Owner } from "@/lib/http/message/caller";
import { type Role, roleLabels } from "@/lib/reference/roles";
import type { MailKind } from "@/lib/reference/stored-values";
import type { Content } from "./content";
import { findMerchantFacts, type MerchantRow } from "./facts-store";
import { enqueueMail } from "./outbox";
import { isName } from "./phrases";
import { dashboardUrl, ticketUrl } from "./ticket-links";

/** Mail in English to members, invited members and people who sign up. */

/** The owner of mail to an address that has no account yet. It is `live`, because sandbox mail is never sent. */
const noAccount: Owner = { accountNumber: "none", environment: "live" };

const notYou = "If this was not you, change your password now, and contact our support.";

const tokensEnded =
  "We revoked all API tokens of your account. A program that exchanges your password for a token must now also send a code as otp. API keys keep working.";

export const mailMember = {
  confirmSignUp: (email: string, ticketId: string): Promise<void> =>
    send(noAccount, "sign_up", email, {
      subject: "Confirm your email address",
      paragraphs: [
        "Someone asked for a Tradewind account with this address. If it was you, follow the link within 24 hours to choose a password and open the account.",
        "If it was not you, ignore this email. No account is opened.",
      ],
      button: { label: "Open your account", url: ticketUrl("sign_up", ticketId) },
    }),

  alreadySignedUp: (email: string): Promise<void> =>
    send(noAccount, "sign_up_known", email, {
      subject: "You already have an account",
      paragraphs: [
        "Someone asked for a Tradewind account with this address. You already have one. Nothing has changed.",
        `If you forgot your password, choose a new one at ${dashboardUrl("forgotten")}`,
      ],
      button: { label: "Sign in", url: dashboardUrl("sign-in") },
    }),

  resetPassword: (accountNumber: string, email: string, ticketId: string): Promise<void> =>
    sendAbout(accountNumber, "password_reset", email, {
      subject: "Choose a new password",
      paragraphs: [
        "Someone asked for a new password for this address. If it was you, follow the link within one hour.",
        "If it was not you, ignore this email. Your password stays the same.",
      ],
      button: { label: "Choose a new password", url: ticketUrl("password_reset", ticketId) },
    }),

  async confirmEmail(accountNumber: string, email: string, ticketId: string): Promise<void> {
    const name = await creatorName(accountNumber);
    await sendAbout(accountNumber, "email_confirmation", email, {
      subject: "Confirm your email address",
      paragraphs: [
        `${name} opened the Tradewind account ${accountNumber} with this address. If the account is yours, follow the link within 7 days to confirm the address.`,
        "If you do not know this account, ignore this email. Until you confirm it, the address stays free for your own account.",
      ],
      button: { label: "Confirm the address", url: ticketUrl("email_confirmation", ticketId) },
    });
  },

  confirmEmailChange: (accountNumber: string, email: string, ticketId: string): Promise<void> =>
    sendAbout(accountNumber, "email_change", email, {
      subject: "Confirm your new email address",
      paragraphs: [
        `Someone asked to use this address for the Tradewind account ${accountNumber}. If it was you, follow the link within 24 hours. Until then, the account keeps its current address.`,
        "If it was not you, ignore this email. Nothing changes.",
      ],
      button: { label: "Use this address", url: ticketUrl("email_change", ticketId) },
    }),

  async invited(accountNumber: string, email: string, role: Role, ticketId: string): Promise<void> {
    const name = nameOf(await findMerchantFacts(accountNumber));
    await sendAbout(accountNumber, "invitation", email, {
      subject: "You are invited to a team",
      paragraphs: [
        `${name} invites you to the dashboard of the Tradewind account ${accountNumber}, as ${roleLabels[role].name.toLowerCase()}.`,
        "Follow the link within 7 days to choose a password. If you do not know the sender, ignore this email.",
      ],
      button: { label: "Join the team", url: ticketUrl("invitation", ticketId) },
    });
  },

  /** Sent to team members. The account holder gets `mailMerchant.passwordChanged` instead. */
  passwordChanged: (accountNumber: string, email: string): Promise<void> =>
    sendAbout(accountNumber, "password_changed", email, {
      subject: "Your password was changed",
      paragraphs: ["You must sign in again on all your devices.", "If this was not you, contact our support now."],
    }),

  /** `hasEndedTokens` is true for the account holder, whose password programs may exchange for tokens. */
  secondFactorEnabled: (
    accountNumber: string,
    email: string,
    { hasEndedTokens }: { hasEndedTokens: boolean },
  ): Promise<void> =>
    sendAbout(accountNumber, "second_factor_enabled", email, {
      subject: "Your second factor is on",
      paragraphs: [
        "You now sign in with your password and a code from your app.",
        ...(hasEndedTokens ? [tokensEnded] : []),
        notYou,
      ],
    }),

  secondFactorDisabled: (accountNumber: string, email: string): Promise<void> =>
    sendAbout(accountNumber, "second_factor_disabled", email, {
      subject: "Your second factor is off",
      paragraphs: ["Your password alone is now enough to sign in.", notYou],
    }),
};

type Message = Pick<Content, "subject" | "paragraphs"> & Partial<Pick<Content, "button">>;

/** Accounts choose their own names, so only text that looks like a name is shown. */
function nameOf(merchant: Pick<MerchantRow, "firstName" | "lastName"> | null): string {
  const name = `${merchant?.firstName} ${merchant?.lastName}`;
  return merchant && isName(name) ? name : "A merchant";
}

async function creatorName(accountNumber: string): Promise<string> {
  const creator = (await findMerchantFacts(accountNumber))?.createdByNumber;
  return nameOf(creator ? await findMerchantFacts(creator) : null);
}

/** Mail about an account that is confined to sandbox is stored, but not sent. */
async function sendAbout(accountNumber: string, kind: MailKind, email: string, message: Message): Promise<void> {
  const merchant = await findMerchantFacts(accountNumber);
  if (merchant)
    await send({ accountNumber, environment: merchant.sandboxOnly ? "sandbox" : "live" }, kind, email, message);
}

function send(owner: Owner, kind: MailKind, recipient: string, message: Message): Promise<void> {
  const isKnown = owner !== noAccount;
  return enqueueMail({
    owner,
    kind,
    recipient,
    content: {
      ...message,
      language: "en",
      brand: null,
      heading: isKnown ? `Account ${owner.accountNumber}` : "Card payments for the Caribbean",
      greeting: "Hello,",
      facts: [],
      closing: [],
      footer: isKnown ? `Sent by Tradewind about the account ${owner.accountNumber}` : "Sent by Tradewind",
    },
  });
}
