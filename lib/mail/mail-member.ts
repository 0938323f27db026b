import type { Owner } from "@/lib/http/route/caller";
import { type Role, roleLabels } from "@/lib/reference/roles";
import type { Content } from "./content";
import { findMerchantFacts, type MerchantRow } from "./facts-store";
import type { MailKind } from "./kinds";
import { enqueueMail } from "./outbox";
import { isName } from "./phrases";
import { dashboardUrl, ticketUrl } from "./ticket-links";

/** Mail in English to members, invited members and people who sign up. */

/** The owner of mail to an address that has no account yet. It is `live`, because sandbox mail is never sent. */
const noAccount: Owner = { accountNumber: "none", environment: "live" };

const notYou = "If this was not you, change your password at once, and write to our support.";

const tokensEnded =
  "All API tokens of your account have ended. A program that exchanges your password for a token must now send a code as otp. API keys keep working.";

export const mailMember = {
  confirmSignUp: (email: string, ticketId: string): Promise<void> =>
    send(noAccount, "sign_up", email, {
      subject: "Confirm your email address",
      paragraphs: [
        "Somebody asked for a Tradewind account with this address. If it was you, follow the link within 24 hours to choose a password and open the account.",
        "If it was not you, do nothing: there will be no account.",
      ],
      link: linkTo("Open your account:", ticketUrl("sign_up", ticketId)),
    }),

  alreadySignedUp: (email: string): Promise<void> =>
    send(noAccount, "sign_up_known", email, {
      subject: "You already have an account",
      paragraphs: [
        "Somebody asked for a Tradewind account with this address, which has one already. Nothing was changed.",
        `If you do not know the password any more, ask for a new one at ${dashboardUrl("forgotten")}`,
      ],
      link: linkTo("Sign in:", dashboardUrl("sign-in")),
    }),

  resetPassword: (accountNumber: string, email: string, ticketId: string): Promise<void> =>
    sendAbout(accountNumber, "password_reset", email, {
      subject: "Choose a new password",
      paragraphs: [
        "Somebody asked for a new password for this address. If it was you, follow the link within the hour.",
        "If it was not you, do nothing: your password stays as it is.",
      ],
      link: linkTo("Choose a new password:", ticketUrl("password_reset", ticketId)),
    }),

  async confirmEmail(accountNumber: string, email: string, ticketId: string): Promise<void> {
    const name = await creatorName(accountNumber);
    await sendAbout(accountNumber, "email_confirmation", email, {
      subject: "Confirm your email address",
      paragraphs: [
        `${name} opened the Tradewind account ${accountNumber} with this address. If the account is yours, follow the link within 7 days to confirm the address.`,
        "If you do not know this account, do nothing. Until you confirm it, the address stays free for an account of your own.",
      ],
      link: linkTo("Confirm the address:", ticketUrl("email_confirmation", ticketId)),
    });
  },

  confirmEmailChange: (accountNumber: string, email: string, ticketId: string): Promise<void> =>
    sendAbout(accountNumber, "email_change", email, {
      subject: "Confirm your new email address",
      paragraphs: [
        `Someone asked to use this address for the Tradewind account ${accountNumber}. If it was you, follow the link within 24 hours. The account keeps its present address until then.`,
        "If it was not you, do nothing: nothing is changed.",
      ],
      link: linkTo("Use this address:", ticketUrl("email_change", ticketId)),
    }),

  async invited(accountNumber: string, email: string, role: Role, ticketId: string): Promise<void> {
    const name = nameOf(await findMerchantFacts(accountNumber));
    await sendAbout(accountNumber, "invitation", email, {
      subject: "You are invited to a team",
      paragraphs: [
        `${name} invites you to the dashboard of the Tradewind account ${accountNumber}, as ${roleLabels[role].name.toLowerCase()}.`,
        "Follow the link within 7 days to choose a password. If you do not know them, do nothing.",
      ],
      link: linkTo("Join the team:", ticketUrl("invitation", ticketId)),
    });
  },

  /** Sent to team members. The account holder gets `mailMerchant.passwordChanged` instead. */
  passwordChanged: (accountNumber: string, email: string): Promise<void> =>
    sendAbout(accountNumber, "password_changed", email, {
      subject: "Your password was changed",
      paragraphs: [
        "Wherever you were signed in, you have to sign in again.",
        "If this was not you, write to our support at once.",
      ],
      link: null,
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
        "From now on you sign in with your password and a code from your app.",
        ...(hasEndedTokens ? [tokensEnded] : []),
        notYou,
      ],
      link: null,
    }),

  secondFactorDisabled: (accountNumber: string, email: string): Promise<void> =>
    sendAbout(accountNumber, "second_factor_disabled", email, {
      subject: "Your second factor is off",
      paragraphs: ["From now on your password alone is enough to sign in.", notYou],
      link: null,
    }),
};

type Message = Pick<Content, "subject" | "paragraphs" | "link">;

/** Accounts choose their own names, so only text that looks like a name is shown. */
function nameOf(merchant: Pick<MerchantRow, "firstName" | "lastName"> | null): string {
  const name = `${merchant?.firstName} ${merchant?.lastName}`;
  return merchant && isName(name) ? name : "A merchant";
}

async function creatorName(accountNumber: string): Promise<string> {
  const creator = (await findMerchantFacts(accountNumber))?.createdByNumber;
  return nameOf(creator ? await findMerchantFacts(creator) : null);
}

/** Shows the URL itself, for mail programs without clickable links. */
const linkTo = (lead: string, url: string) => ({ lead, label: url, url });

/** Mail about an account that is confined to sandbox is stored, but not sent. */
async function sendAbout(accountNumber: string, kind: MailKind, email: string, message: Message): Promise<void> {
  const merchant = await findMerchantFacts(accountNumber);
  if (merchant)
    await send({ accountNumber, environment: merchant.sandboxOnly ? "sandbox" : "live" }, kind, email, message);
}

function send(owner: Owner, kind: MailKind, recipient: string, message: Message): Promise<void> {
  const about = owner === noAccount ? "" : ` about the account ${owner.accountNumber}`;
  return enqueueMail({
    owner,
    kind,
    recipient,
    content: { ...message, language: "en", greeting: "Hello,", facts: [], footer: `Sent by Tradewind${about}.` },
  });
}
