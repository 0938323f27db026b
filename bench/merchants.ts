import type { Measured } from "./must-hold";
import { openPayers, paymentsPerSecond } from "./payer";
import { openMerchant, type Product } from "./product";
import { interleave, median, medianPercent } from "./rounds";

/** Compares eight payers of one merchant, who share its balance, with eight payers of eight merchants. */
const payerCount = 8;
const warmUpRounds = 2;
const rounds = 5;
const roundSeconds = 4;

export async function benchMerchants(product: Product): Promise<Measured> {
  const first = await openMerchant("merchant-1");
  const merchants = [first];
  while (merchants.length < payerCount) merchants.push(await openMerchant(`merchant-${merchants.length + 1}`));
  const payers = openPayers(product.origin, payerCount);
  const worker = await product.startWorker();
  const sides = {
    one: () =>
      paymentsPerSecond(
        payers,
        merchants.map(() => first),
        roundSeconds,
      ),
    eight: () => paymentsPerSecond(payers, merchants, roundSeconds),
  };
  await interleave(sides, warmUpRounds);
  const measured = await interleave(sides, rounds);
  await worker.stop();
  await payers.close();

  const [one, eight] = [median(measured.one), median(measured.eight)];
  const share = medianPercent(measured.one, measured.eight);
  return {
    caption: `Whole payments of ${payerCount} payers, median of ${rounds} rounds of ${roundSeconds} s`,
    table: {
      "of eight merchants": { "payments/s": eight.toFixed(1), "of eight merchants": "100 %" },
      "of one merchant": { "payments/s": one.toFixed(1), "of eight merchants": `${share.toFixed(0)} %` },
    },
    figures: { oneMerchantOfEight: share },
  };
}
