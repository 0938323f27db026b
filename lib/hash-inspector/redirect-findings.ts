import type { Environment } from "@/lib/reference/platforms";
import type { Finding } from "./inspect-contract";

type Texts = Pick<Finding, "title" | "says" | "mend">;
const warning = (mistake: string, texts: Texts): Finding => ({ mistake, tone: "warning", ...texts });
const danger = (mistake: string, texts: Texts): Finding => ({ mistake, tone: "danger", ...texts });
const success = (mistake: string, texts: Texts): Finding => ({ mistake, tone: "success", ...texts });

export const modeOf = { sandbox: "test", live: "live" } as const satisfies Record<Environment, string>;
export const otherOf = (environment: Environment): Environment => (environment === "live" ? "sandbox" : "live");
const recipe = "the MD5 of `transaction_id`, the total you requested with two decimals, and the hash key";

/** The kinds of keys during a rotation, as pages name them. */
export type KeyAge = "former" | "current" | "new";

export const findings = {
  noRedirect: danger("no_redirect", {
    title: "This is not a URL we sent",
    says: "It has no `transaction_id`.",
    mend: "Paste the whole URL that your shop received, from https:// to its end.",
  }),
  otherEnvironment: (environment: Environment) =>
    warning("other_environment", {
      title: `This URL belongs to ${modeOf[otherOf(environment)]} mode`,
      says: `You are in ${modeOf[environment]} mode.`,
      mend: `Switch to ${modeOf[otherOf(environment)]} mode above and inspect it there.`,
    }),
  unknownPayment: danger("unknown_payment", {
    title: "We can’t find this payment",
    says: "Your account has no payment with this `transaction_id`.",
    mend: "Check that the `transaction_id` is complete and that the payment belongs to this account.",
  }),
  unfinished: danger("unfinished", {
    title: "This payment has no result yet",
    says: "We have not sent this URL.",
    mend: "Do not trust it. Wait for the result.",
  }),
  incomplete: (names: string) =>
    danger("incomplete", {
      title: "The URL is incomplete",
      says: `We sent it with ${names}.`,
      mend: "Paste the whole URL. If your shop received it like this, a proxy in front of it drops parameters.",
    }),
  formerName: warning("former_name", {
    title: "The URL has the old name of the signature",
    says: "We renamed `signature` to `tw_signature`.",
    mend: "Read `tw_signature`. A URL from before the change can no longer be verified: look the payment up in your transactions.",
  }),
  changed: (names: string) =>
    danger("changed", {
      title: "The URL was changed",
      says: `We sent it with another value for ${names}.`,
      mend: "Do not trust it. Your transactions show the real result.",
    }),
  decodedTwice: warning("decoded_twice", {
    title: "The parameters were decoded twice",
    says: "A + or % in `data` or `message` was lost.",
    mend: "Decode each parameter once. Most frameworks decode them before your code runs.",
  }),
  noHash: warning("no_hash", {
    title: "This result has no hash",
    says: "Only a successful payment has one.",
    mend: "Read `status` first. Then check `tw_signature`, which every result has.",
  }),
  noHashOfCard: warning("no_hash", {
    title: "This result has no hash",
    says: "It is about a stored card.",
    mend: "Check `tw_signature`.",
  }),
  right: success("right", {
    title: "The hash is correct",
    says: "The URL is as we sent it.",
    mend: "If your shop refuses it, paste the hash that your code computed, too.",
  }),
  rightHash: success("right", {
    title: "The hash is correct",
    says: "The URL is as we sent it, and your code computes the same hash.",
    mend: "If your shop refuses it, check how your code compares the two.",
  }),
  rightSignature: success("right", {
    title: "The signature is correct",
    says: "The URL is as we sent it, and your code computes the same signature.",
    mend: "If your shop refuses it, check how your code compares the two.",
  }),
  formerUrl: success("rotation", {
    title: "The hash is correct",
    says: "We sent this URL before the new keys took over.",
    mend: "Keep accepting the former keys for one hour after a rotation.",
  }),
  rotation: (used: KeyAge, made: KeyAge) =>
    warning("rotation", {
      title: `Your code uses the ${used} key`,
      says: `We made this URL with the ${made} key.`,
      mend: "Accept both keys during a rotation.",
    }),
  otherKey: (environment: Environment) =>
    warning("other_environment_key", {
      title: `Your code uses the ${modeOf[otherOf(environment)]} key`,
      says: `This is a ${modeOf[environment]} payment.`,
      mend: "Choose the key by the payment: a `transaction_id` of test mode starts with SB-.",
    }),
  signingAsHashKey: warning("key_mix_up", {
    title: "Your code uses the signing secret",
    says: "The hash is made with the hash key.",
    mend: "Use the hash key for `hash` and the signing secret for `tw_signature`.",
  }),
  hashKeyAsSigning: warning("key_mix_up", {
    title: "Your code uses the hash key",
    says: "The signature is made with the signing secret.",
    mend: "Use the signing secret for `tw_signature` and the hash key for `hash`.",
  }),
  wrongKey: warning("wrong_key", {
    title: "Your code probably uses a wrong key",
    says: "None of the usual mistakes leads to this value.",
    mend: `Copy the key again from the page Hash key, without spaces. The hash is ${recipe}.`,
  }),
  missingDecimals: (used: string, asked: string) =>
    warning("missing_decimals", {
      title: "Your code hashes the wrong total",
      says: `It writes the total as ${used}.`,
      mend: `Write it with two decimals, ${asked}.`,
    }),
  feeInclusive: (used: string, asked: string) =>
    warning("fee_inclusive", {
      title: "Your code hashes the wrong total",
      says: `It uses the \`total\` from the URL, ${used}. That total includes the customer’s fee.`,
      mend: `Hash the total you requested, ${asked}.`,
    }),
  wrongOrder: warning("wrong_order", {
    title: "Your code hashes the parts in another order",
    says: "The order of the parts changes the hash.",
    mend: `The hash is ${recipe}.`,
  }),
  separators: warning("separators", {
    title: "Your code hashes extra characters",
    says: "It puts a space, a dash, a new line or the like between or after the parts.",
    mend: "Write the three parts directly one after the other.",
  }),
  orderId: warning("order_id", {
    title: "Your code hashes the order ID",
    says: "The hash covers the `transaction_id`.",
    mend: "Take `transaction_id` from the URL.",
  }),
  withoutPrefix: warning("without_prefix", {
    title: "Your code drops SB- from the transaction ID",
    says: "The hash covers the whole `transaction_id`.",
    mend: "Take `transaction_id` from the URL as it is, SB- included.",
  }),
  upperCase: warning("upper_case", {
    title: "Your code writes capital letters",
    says: "Our value has small letters.",
    mend: "Write it in small letters, or ignore the case when you compare.",
  }),
  otherDigest: (used: string, right: string) =>
    warning("other_digest", {
      title: "Your code uses another hash function",
      says: `It computes ${used} of the right text.`,
      mend: `Compute ${right}, in hexadecimal.`,
    }),
  unsorted: warning("wrong_order", {
    title: "Your code signs the parameters in another order",
    says: "The order of the parameters changes the signature.",
    mend: "Sort them by name first.",
  }),
  otherEncoding: warning("encoding", {
    title: "Your code encodes the parameters in another way",
    says: "The encoding of the parameters changes the signature.",
    mend: "Encode them as a form does: a space as +, everything except letters, digits and * - . _ as %XX.",
  }),
} as const;
