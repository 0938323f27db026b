import { environmentWords } from "@/lib/format/value-words";
import type { Caller, Owner } from "@/lib/http/message/caller";
import { now } from "@/lib/kit/clock";
import { withoutQuery } from "@/lib/kit/urls";
import type { Environment } from "@/lib/reference/platforms";
import { type Role, roleLabels } from "@/lib/reference/roles";
import { isSandboxSeed } from "@/lib/reference/sandbox";
import type { Fact } from "./content";
import { findActor, findWebhook } from "./facts-store";
import { mailAccount, mailOwner, modeFact, notYou } from "./merchant-mail";

/** The hosts that payers may return to, and the origins that may frame the checkout page. */
export type Addresses = { responseHosts: readonly string[]; frameOrigins: readonly string[] };

export type KeyFacts = { kid: string; name: string; environment: Environment };

const keysToCome = {
  subject: "The hash key of your account is about to change",
  paragraphs: [
    "A new hash key and a new signing secret replace the current ones at the time below. Make sure your shop accepts both until then.",
    "If your shop signs payment requests, make it sign with the new secret before that time.",
    notYou,
  ],
};

/** The mail about a rotation of the hash key without an overlap: the new key is in use at once. */
const keysInUse = {
  subject: "The hash key of your account was changed",
  paragraphs: [
    "Results are now hashed and signed with the new key and secret. Accept the old ones for one more hour, because some customers may still return with them.",
    "If your shop signs payment requests, make it sign with the new secret now. We refuse requests signed with the old one.",
    notYou,
  ],
};

const notYouInvited =
  "If nobody on your team invited them, change your password now (this also cancels open invitations) and review your team.";

const notYourEndpoint =
  "If this was not you, disable the endpoint in the dashboard, change your password and review your API keys and your team.";

/** Mail about sign-in, keys and webhooks. The query of a webhook URL may hold a secret, so mails leave it out. */
export const aboutAccess = {
  /** Sent to the old address, so that its reader learns why no more mail arrives. */
  emailChanged: (accountNumber: string, oldEmail: string): Promise<void> =>
    mailAccount(
      accountNumber,
      "email_changed",
      {
        subject: "The email address of your account was changed",
        paragraphs: [
          "You now sign in with another address. We send our emails there. This is the last email to this address.",
          "If this was not you, contact our support now.",
        ],
        facts: [],
      },
      oldEmail,
    ),

  /** Sent to the account's current address, before the new address is confirmed. */
  emailChangeRequested: (accountNumber: string, email: string): Promise<void> =>
    mailAccount(accountNumber, "email_changed", {
      subject: "A change of your email address was requested",
      paragraphs: [
        "We sent a link to the address below. When its owner follows the link, your account gets that address. Until then, this address stays.",
        "If this was not you, change your password now. This cancels the new address.",
      ],
      facts: [["New address", email]],
    }),

  /** Sent to the merchant that created the account whose email address was lost. */
  addressLost: (creatorNumber: string, accountNumber: string, email: string): Promise<void> =>
    mailAccount(creatorNumber, "email_lost", {
      subject: "An account that you created lost its email address",
      paragraphs: [
        "The owner of the address below confirmed it for their own account or team. It was never confirmed for the account that you created.",
        "That account now has no address and cannot sign in. Give it another address with PATCH /accounts/{account_number}.",
      ],
      facts: [
        ["Account", accountNumber],
        ["Address", email],
      ],
    }),

  passwordChanged: (accountNumber: string): Promise<void> =>
    mailAccount(accountNumber, "password_changed", {
      subject: "The password of your account was changed",
      paragraphs: ["Everyone must sign in again.", "If this was not you, contact our support now."],
      facts: [],
    }),

  grantedToNewNetwork: (accountNumber: string, clientAddress: string): Promise<void> =>
    mailAccount(accountNumber, "new_network", {
      subject: "An API token was granted to a new network",
      paragraphs: [
        "A program exchanged your email and password for an API token. Your account was not used from its network before.",
        "If this was you or a server of yours, you do not need to do anything.",
        "If it was not, change your password now. This revokes every API token and signs everyone out of the dashboard. Then review your API keys, webhooks and bank accounts, and turn on the second factor.",
      ],
      facts: [["Network address", clientAddress]],
    }),

  /** Sent when an owner is invited and not when they join, because an owner can invite further members. */
  ownerInvited: (accountNumber: string, email: string): Promise<void> =>
    mailAccount(accountNumber, "member_joined", {
      subject: "A new owner was invited to your team",
      paragraphs: ["When they follow the link in their email, they can do everything that you can.", notYouInvited],
      facts: memberFacts(email, "owner"),
    }),

  ownerMade: (accountNumber: string, email: string): Promise<void> =>
    mailAccount(accountNumber, "member_joined", {
      subject: "A member of your team was made an owner",
      paragraphs: ["They can now do everything that you can.", notYouInvited],
      facts: memberFacts(email, "owner"),
    }),

  memberJoined: (accountNumber: string, email: string, role: Role): Promise<void> =>
    mailAccount(accountNumber, "member_joined", {
      subject: "A new member joined your team",
      paragraphs: ["They sign in to the dashboard of your account with their own password.", notYouInvited],
      facts: memberFacts(email, role),
    }),

  keyCreated: (accountNumber: string, key: KeyFacts): Promise<void> =>
    mailAccount(accountNumber, "key_created", {
      subject: "An API key was created",
      paragraphs: ["A new API key can now act for your account.", notYou],
      facts: keyFacts(key),
    }),

  keyRolled: (accountNumber: string, key: KeyFacts, old: { kid: string; endsAt: Date }): Promise<void> =>
    mailAccount(accountNumber, "key_rolled", {
      subject: "An API key was rolled",
      paragraphs: ["A new API key replaces an old one. The old key expires at the time below.", notYou],
      facts: [...keyFacts(key), ["Old key", old.kid, "code"], ["Old key expires", old.endsAt]],
    }),

  keyRevoked: (accountNumber: string, key: KeyFacts): Promise<void> =>
    mailAccount(accountNumber, "key_revoked", {
      subject: "An API key was revoked",
      paragraphs: ["Requests with this key now fail. Replace it wherever it is still used.", notYou],
      facts: keyFacts(key),
    }),

  hashKeyRotated: (owner: Owner, from: Date): Promise<void> =>
    mailAccount(owner.accountNumber, "hash_key_rotated", {
      ...(from > now() ? keysToCome : keysInUse),
      facts: [["In use from", from], modeFact(owner)],
    }),

  async signedRequestsOff(caller: Caller, off: readonly Environment[]): Promise<void> {
    await mailAccount(caller.accountNumber, "signed_requests_off", {
      subject: "Payment requests no longer need a signature",
      paragraphs: [
        "Your account now accepts payment requests without a signature in the mode below.",
        "If this was not you, require signatures again in the dashboard, change your password and review your API keys and your team.",
      ],
      facts: [
        ["Mode", off.map((environment) => environmentWords[environment]).join(", ")],
        ["Changed by", await findActor(caller)],
      ],
    });
  },

  async addressesChanged(caller: Caller, before: Addresses, after: Addresses): Promise<void> {
    await mailAccount(caller.accountNumber, "addresses_changed", {
      subject: "The allowed addresses of your account were changed",
      paragraphs: [
        "The hosts that customers may return to, or the sites that may show your checkout in a frame, are now the new ones below.",
        "If this was not you, change the addresses back in the dashboard, change your password and review your team.",
      ],
      facts: [
        ["Old hosts", before.responseHosts.join(", ") || "any"],
        ["New hosts", after.responseHosts.join(", ") || "any"],
        ["Old sites", before.frameOrigins.join(", ") || "none"],
        ["New sites", after.frameOrigins.join(", ") || "none"],
        ["Changed by", await findActor(caller)],
      ],
    });
  },

  async webhookAdded(caller: Caller, owner: Owner, url: string): Promise<void> {
    await mailOwner(owner, "webhook_added", {
      subject: "A webhook endpoint was added",
      paragraphs: ["Events from your account are now sent to this endpoint.", notYourEndpoint],
      facts: [["Endpoint", withoutQuery(url)], ["Added by", await findActor(caller)], modeFact(owner), ["Time", now()]],
    });
  },

  /** Skips the public sandbox accounts: anybody can change their webhook endpoints, and they have no owner to warn. */
  async webhookMoved(caller: Caller, endpoint: Owner & { url: string }, url: string): Promise<void> {
    if (isSandboxSeed(endpoint.accountNumber)) return;
    const { accountNumber, environment } = endpoint;
    await mailOwner({ accountNumber, environment }, "webhook_moved", {
      subject: "The address of a webhook endpoint was changed",
      paragraphs: [
        "Events from your account are now sent to the new address. We leave out the query of each address, because it may contain a secret.",
        notYourEndpoint,
      ],
      facts: [
        ["Old address", withoutQuery(endpoint.url)],
        ["New address", withoutQuery(url)],
        ["Changed by", await findActor(caller)],
        modeFact(endpoint),
        ["Time", now()],
      ],
    });
  },

  async webhookDisabled(endpointId: string): Promise<void> {
    const { url, disabledBecause, ...owner } = await findWebhook(endpointId);
    await mailOwner(owner, "webhook_disabled", {
      subject: "A webhook endpoint was disabled",
      paragraphs: [
        "We no longer send events to this endpoint. When it works again, enable it and resend the failed deliveries.",
      ],
      facts: [["Endpoint", withoutQuery(url)], ["Reason", disabledBecause ?? ""], modeFact(owner)],
    });
  },
};

const memberFacts = (email: string, role: Role): Fact[] => [
  ["Email", email],
  ["Role", roleLabels[role].name],
];

const keyFacts = (key: KeyFacts): Fact[] => [["Name", key.name], ["Key", key.kid, "code"], modeFact(key)];
