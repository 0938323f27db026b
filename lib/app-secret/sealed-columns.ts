import { chainPurpose } from "@/lib/audit/chain";
import { recoveryPurpose, secondFactorSealedColumns as secondFactors } from "@/lib/auth/sign-in/prove-code";
import { signingKeySealedColumns as signingKeys } from "@/lib/auth/tokens/signing-keys";
import { bankSealedColumns as bankNumbers } from "@/lib/bank-accounts/bank-accounts";
import { terminalSealedColumns as terminals } from "@/lib/gateway/terminals/terminal-store";
import { hashKeySealedColumns as merchantKeys } from "@/lib/hash-keys/merchant-keys";
import { answerPurposes } from "@/lib/http/route/idempotency";
import type { SealedColumn } from "@/lib/kit/secrets/sealed-column";
import { fingerprintPurpose } from "@/lib/vault/fingerprint";
import { webhookSealedColumns as webhookSecrets } from "@/lib/webhooks/delivery/deliver";
import { withdrawalSealedColumns as withdrawalNumbers } from "@/lib/withdrawals/numbers";
import { payeePurpose } from "@/lib/withdrawals/payees";
import { digestKeysSeal } from "./digest-keys";

/**
 * Every sealed column whose values live longer than a day. Three others are left out, because their values expire
 * sooner: stored idempotent answers, challenge pages and the payment tokens of live charges.
 */
export const sealedColumns: readonly SealedColumn[] = [
  ...signingKeys,
  ...merchantKeys,
  ...secondFactors,
  ...bankNumbers,
  ...withdrawalNumbers,
  ...webhookSecrets,
  ...terminals,
  { table: "app_secret", column: "sealed_digest_keys", key: ["id"], purpose: digestKeysSeal },
];

/** Purposes whose digests cannot be recomputed. When a secret is replaced, its keys for these purposes are kept. */
export const lastingPurposes: readonly string[] = [
  chainPurpose,
  recoveryPurpose,
  fingerprintPurpose,
  payeePurpose,
  ...answerPurposes,
];
