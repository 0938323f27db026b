import { gzipSync } from "node:zlib";
import { request } from "undici";
import { declinedCard, fieldOf, inChromium, waitForScripts } from "./chromium";
import type { Measured } from "./must-hold";
import { openPayers } from "./payer";
import { type Product, sandboxMerchant } from "./product";

/** Counts the bytes of one checkout: the page and every file that Chromium loads for it. Headers do not count. */
const kinds = ["HTML", "JS", "CSS", "other"] as const;
type Kind = (typeof kinds)[number];
type Size = { files: number; plain: number; gzip: number; wire: number };

const bytesPerKb = 1000;

export async function benchBytes({ origin }: Product): Promise<Measured> {
  const payers = openPayers(origin, 1);
  const { path } = await payers.request(sandboxMerchant);
  await payers.close();

  const files = await Promise.all((await listFiles(new URL(path, origin).href)).map(load));
  const sizes = Object.fromEntries(kinds.map((kind) => [kind, emptySize()])) as Record<Kind, Size>;
  for (const file of files) addTo(sizes[kindOf(file.type)], file);
  const all = emptySize();
  for (const size of Object.values(sizes)) for (const name of sizeNames) all[name] += size[name];

  const kb = (bytes: number) => (bytes / bytesPerKb).toFixed(1);
  return {
    caption: "One checkout: KB uncompressed, as gzip, and on the wire with accept-encoding: br, gzip",
    table: Object.fromEntries(
      Object.entries({ ...sizes, all }).map(([kind, { files: count, plain, gzip, wire }]) => [
        kind,
        { files: count, uncompressed: kb(plain), gzip: kb(gzip), wire: kb(wire) },
      ]),
    ),
    figures: { scriptsGzipKb: sizes.JS.gzip / bytesPerKb, checkoutWireKb: all.wire / bytesPerKb },
  };
}

const sizeNames = ["files", "plain", "gzip", "wire"] as const;
const emptySize = (): Size => ({ files: 0, plain: 0, gzip: 0, wire: 0 });

type Loaded = { type: string; plain: Buffer; wireBytes: number };

async function load(url: string): Promise<Loaded> {
  const fetchAs = async (encoding: string) => {
    const answer = await request(url, { headers: { accept: "text/html, */*", "accept-encoding": encoding } });
    if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}.`);
    return { type: String(answer.headers["content-type"]), body: Buffer.from(await answer.body.arrayBuffer()) };
  };
  const [plain, wire] = [await fetchAs("identity"), await fetchAs("br, gzip")];
  return { type: plain.type, plain: plain.body, wireBytes: wire.body.length };
}

function addTo(size: Size, { plain, wireBytes }: Loaded): void {
  size.files += 1;
  size.plain += plain.length;
  size.gzip += gzipSync(plain).length;
  size.wire += wireBytes;
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
