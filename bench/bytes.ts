import { gzipSync } from "node:zlib";
import { request } from "undici";
import { declinedCard, fieldOf, inChromium, waitForScripts } from "./chromium";
import type { Measured } from "./must-hold";
import { requestCheckout } from "./payer";
import { type Product, sandboxMerchant } from "./product";
import { sum } from "./rounds";

/** Counts the bytes of one checkout: the page and every file that Chromium loads for it. Headers do not count. */
const kinds = ["HTML", "JS", "CSS", "other"] as const;
type Kind = (typeof kinds)[number];

const bytesPerKb = 1000;

export async function benchBytes({ origin }: Product): Promise<Measured> {
  const { path } = await requestCheckout(origin, sandboxMerchant);
  const files = await Promise.all((await listFiles(new URL(path, origin).href)).map(load));
  const all = sizeOf(files);
  const sizes = Object.fromEntries(kinds.map((kind) => [kind, sizeOf(files.filter((file) => file.kind === kind))]));

  const kb = (bytes: number) => (bytes / bytesPerKb).toFixed(1);
  return {
    caption: "One checkout: KB uncompressed, as gzip, and on the wire with accept-encoding: br, gzip",
    table: Object.fromEntries(
      Object.entries({ ...sizes, all }).map(([kind, { count, plain, gzip, wire }]) => [
        kind,
        { files: count, uncompressed: kb(plain), gzip: kb(gzip), wire: kb(wire) },
      ]),
    ),
    figures: { scriptsGzipKb: (sizes.JS?.gzip ?? 0) / bytesPerKb, checkoutWireKb: all.wire / bytesPerKb },
  };
}

const sizeOf = (files: readonly Loaded[]) => ({
  count: files.length,
  plain: sum(files.map(({ plain }) => plain.length)),
  gzip: sum(files.map(({ plain }) => gzipSync(plain).length)),
  wire: sum(files.map(({ wireBytes }) => wireBytes)),
});

type Loaded = { kind: Kind; plain: Buffer; wireBytes: number };

async function load(url: string): Promise<Loaded> {
  const fetchAs = async (encoding: string) => {
    const answer = await request(url, { headers: { accept: "text/html, */*", "accept-encoding": encoding } });
    if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}.`);
    return { type: String(answer.headers["content-type"]), body: Buffer.from(await answer.body.arrayBuffer()) };
  };
  const [plain, wire] = [await fetchAs("identity"), await fetchAs("br, gzip")];
  return { kind: kindOf(plain.type), plain: plain.body, wireBytes: wire.body.length };
}

function kindOf(type: string): Kind {
  if (type.startsWith("text/html")) return "HTML";
  if (type.includes("javascript")) return "JS";
  return type.startsWith("text/css") ? "CSS" : "other";
}

/** Pays with a card that is declined, because scripts may load more files when they need them. */
async function listFiles(address: string): Promise<string[]> {
  return inChromium(async (browser) => {
    const page = await browser.newPage();
    const files = new Set<string>();
    page.on("request", (made) => {
      if (!["fetch", "xhr"].includes(made.resourceType())) files.add(made.url());
    });
    await page.goto(address, { waitUntil: "networkidle" });
    await waitForScripts(page);
    const fields = { "cc-number": declinedCard, "cc-exp": "12/39", "cc-csc": "123", "cc-name": "Ada Lovelace" };
    for (const [token, value] of Object.entries(fields)) await fieldOf(page, token).fill(value);
    await page.getByTestId("pay").click();
    await page.getByTestId("error-summary").waitFor();
    return [...files].filter((url) => url.startsWith("http"));
  });
}
