import { Pool } from "undici";
import { inLanes } from "@/lib/conformance/in-lanes";
import { startEmptyApp } from "./baseline";
import type { Measured } from "./must-hold";
import { openPayers } from "./payer";
import { type Product, sandboxMerchant } from "./product";
import { type Effort, interleave, median, medianPercent } from "./rounds";

/** Compares the hosted page, each time of a new session, with an empty dynamic page of Next.js. */
const atOnce = 10;
const perRound = 120;
const warmUpRounds = { whole: 3, quick: 2 };
const rounds = { whole: 5, quick: 3 };

export async function benchPage(product: Product, effort: Effort): Promise<Measured> {
  const empty = await startEmptyApp(product.folder);
  const payers = openPayers(product.origin, atOnce);
  const readers = openReaders(empty.page);
  const turns = Array.from({ length: perRound }, () => sandboxMerchant);
  const sides = {
    hosted: async () => {
      const checkouts = await inLanes(turns, atOnce, payers.request);
      return perSecond(checkouts, payers.page);
    },
    empty: () => perSecond(turns, readers.read),
  };
  await interleave(sides, warmUpRounds[effort]);
  const measured = await interleave(sides, rounds[effort]);
  await Promise.all([payers.close(), readers.close()]);
  await empty.stop();

  const [hosted, baseline] = [median(measured.hosted), median(measured.empty)];
  const share = medianPercent(measured.hosted, measured.empty);
  return {
    caption: `Pages, ${atOnce} at once, median of ${rounds[effort]} rounds of ${perRound} pages`,
    table: {
      "empty dynamic Next.js page": { "pages/s": baseline.toFixed(1), "of empty page": "100 %" },
      "hosted page": { "pages/s": hosted.toFixed(1), "of empty page": `${share.toFixed(0)} %` },
    },
    figures: { pageOfEmptyPage: share },
  };
}

function openReaders(url: string) {
  const { origin, pathname: path } = new URL(url);
  const pool = new Pool(origin, { connections: atOnce, pipelining: 1 });
  return {
    async read() {
      const answer = await pool.request({ method: "GET", path, headers: { accept: "text/html" } });
      await answer.body.text();
      if (answer.statusCode !== 200) throw new Error(`The empty page answered ${answer.statusCode}.`);
    },
    close: () => pool.close(),
  };
}

async function perSecond<Item>(items: readonly Item[], read: (item: Item) => Promise<void>): Promise<number> {
  const begun = performance.now();
  await inLanes(items, atOnce, read);
  return items.length / ((performance.now() - begun) / 1000);
}
