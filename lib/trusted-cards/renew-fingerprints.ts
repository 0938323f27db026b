import { readCard } from "@/lib/vault/cards";
import { VaultError } from "@/lib/vault/envelope";
import { fingerprintOf } from "@/lib/vault/fingerprint";
import { findFingerprintsWithout, replaceFingerprint } from "./store";

const batchSize = 200;

/**
 * Recomputes the fingerprints of stored cards with the active secret, so that limits count all cards with the same
 * number together. A shredded card keeps its old fingerprint, because its number is gone. Returns the number of renewed
 * fingerprints.
 */
export async function renewFingerprints(activeSecretId: string): Promise<number> {
  let renewed = 0;
  for (let after = "00000000-0000-0000-0000-000000000000"; ; ) {
    const cards = await findFingerprintsWithout(activeSecretId, after, batchSize);
    for (const { uuid, attemptId: id, accountNumber, environment } of cards) {
      const number = await readCard({ id, accountNumber, environment }).catch((error) => {
        if (error instanceof VaultError) return null;
        throw error;
      });
      if (number && (await replaceFingerprint(uuid, fingerprintOf(number)))) renewed++;
    }
    if (cards.length < batchSize) return renewed;
    after = cards.at(-1)?.uuid ?? after;
  }
}
