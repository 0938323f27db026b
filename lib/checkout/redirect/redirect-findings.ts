import type { Environment } from "@/lib/reference/platforms";

/** A finding of the hash inspector: one sentence about the mistake, and how to fix it. It never contains a secret. */
export type Finding = { mistake: string; says: string; mend: string };

const modeOf = { sandbox: "test", live: "live" } as const satisfies Record<Environment, string>;
const otherOf = (environment: Environment): Environment => (environment === "live" ? "sandbox" : "live");
const recipe = "the MD5 of transaction_id, then the total you asked for with two decimals, then the hash key";

export const findings = {
  noRedirect: {
    mistake: "no_redirect",
    says: "This is no address that we sent a customer back with: it has no transaction_id.",
    mend: "Paste the whole address that your shop received, from https:// to its end.",
  },
  otherEnvironment: (environment: Environment): Finding => ({
    mistake: "other_environment",
    says: `This address belongs to a ${modeOf[otherOf(environment)]} payment, and you are looking at ${modeOf[environment]}.`,
    mend: `Switch to ${modeOf[otherOf(environment)]} above and paste it there.`,
  }),
  unknownPayment: {
    mistake: "unknown_payment",
    says: "Your account has no payment with this transaction_id.",
    mend: "Check that the transaction_id was not cut or changed, and that the payment is one of this account.",
  },
  unfinished: {
    mistake: "unfinished",
    says: "This payment has no result yet, so we have not sent this address.",
    mend: "Do not trust it. Wait for the result.",
  },
  incomplete: (names: string): Finding => ({
    mistake: "incomplete",
    says: `The address lacks ${names}, which we sent.`,
    mend: "Paste the whole address. If your shop received it like this, something in front of it drops parameters.",
  }),
  formerName: {
    mistake: "former_name",
    says: "The address carries signature and no tw_signature. We renamed signature to tw_signature.",
    mend: "Read tw_signature, which also covers fee_structure and reasonDescription. An address from before the rename can no longer be verified: look the payment up in your transactions.",
  },
  changed: (names: string): Finding => ({
    mistake: "changed",
    says: `The address was changed on its way: ${names} is not as we sent it.`,
    mend: "Do not trust it. What really happened stands in your transactions.",
  }),
  decodedTwice: {
    mistake: "decoded_twice",
    says: "The parameters were decoded twice: a + or % in data or message has become something else.",
    mend: "Decode each parameter once. Most frameworks have done it already before your code runs.",
  },
  noHash: {
    mistake: "no_hash",
    says: "This result is no success, and only a success has a hash.",
    mend: "Read the status first; check tw_signature, which every result has.",
  },
  noHashOfCard: {
    mistake: "no_hash",
    says: "The address of a stored card has no hash.",
    mend: "Check its tw_signature.",
  },
  right: {
    mistake: "right",
    says: "Everything is right: this address is as we sent it.",
    mend: "Does your shop refuse it all the same? Paste the hash that your code computes, too.",
  },
  rightValue: {
    mistake: "right",
    says: "Everything is right: the address is as we sent it, and your code computes the right value.",
    mend: "If your shop refuses it all the same, look at how it compares the two.",
  },
  formerAddress: {
    mistake: "rotation",
    says: "The address is right, and was made with the former keys, before the new ones took over.",
    mend: "Nothing to do, unless your shop forgot the former keys too early.",
  },
  rotation: (used: string, made: string): Finding => ({
    mistake: "rotation",
    says: `Your code uses the ${used} key, and this address was made with the ${made} one.`,
    mend: "While you rotate, let your shop accept both.",
  }),
  otherKey: (environment: Environment): Finding => ({
    mistake: "other_environment_key",
    says: `Your code uses the ${modeOf[otherOf(environment)]} key for a ${modeOf[environment]} payment.`,
    mend: `Choose the key by the payment: transaction_id begins with SB- in test only.`,
  }),
  signingAsHashKey: {
    mistake: "key_mix_up",
    says: "Your code uses the signing secret where the hash key belongs.",
    mend: "The hash is made with the hash key, tw_signature with the signing secret.",
  },
  hashKeyAsSigning: {
    mistake: "key_mix_up",
    says: "Your code uses the hash key where the signing secret belongs.",
    mend: "tw_signature is made with the signing secret, the hash with the hash key.",
  },
  wrongKey: {
    mistake: "wrong_key",
    says: "Nothing that we know leads to this value: most likely your code uses a wrong key.",
    mend: `Copy the key again from the page Hash key, without spaces. The hash is ${recipe}.`,
  },
  missingDecimals: {
    mistake: "missing_decimals",
    says: "Your code hashes the total without its two decimals.",
    mend: "Write the total with two decimals, such as 10.00, and not 10.",
  },
  feeInclusive: {
    mistake: "fee_inclusive",
    says: "Your code hashes the total of the address, which includes the customer's fee.",
    mend: "Hash the total that you asked for, from your own order.",
  },
  wrongOrder: {
    mistake: "wrong_order",
    says: "Your code puts the parts of the hash in another order.",
    mend: `The hash is ${recipe}.`,
  },
  separators: {
    mistake: "separators",
    says: "Your code puts something between or around the parts of the hash, such as a space, a dash or a new line.",
    mend: "Write the three parts directly one after the other.",
  },
  orderId: {
    mistake: "order_id",
    says: "Your code hashes the order_id in place of the transaction_id.",
    mend: "Take transaction_id from the address.",
  },
  withoutPrefix: {
    mistake: "without_prefix",
    says: "Your code hashes the transaction_id without its SB-.",
    mend: "Take transaction_id from the address as it is, SB- included.",
  },
  upperCase: {
    mistake: "upper_case",
    says: "Your code writes the value in capital letters.",
    mend: "Write it in small letters, or compare without regard to case.",
  },
  otherDigest: (used: string, right: string): Finding => ({
    mistake: "other_digest",
    says: `Your code computes ${used} of the right text.`,
    mend: `It is ${right}, in hexadecimal.`,
  }),
  unsorted: {
    mistake: "wrong_order",
    says: "Your code signs the parameters in another order.",
    mend: "Sort them by name first.",
  },
  otherEncoding: {
    mistake: "encoding",
    says: "Your code writes the parameters in another encoding before it signs them.",
    mend: "Write them as a form would: a space as +, everything but letters, digits and * - . _ as %XX.",
  },
} as const;
