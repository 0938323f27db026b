import { hkdfSync } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sha256 } from "@/lib/kit/secrets/crypto";

/** What somebody tries as a key who has the database and the source, and nothing else. */

const folders = [
  ...["app", "components", "lib", "prisma", "scripts"],
  ...["bench", "docs", "e2e", "emulator", "launch", "operator", "sdk", "tests"],
];
const wordPattern = /[\w+/=-]{16,}/g;
const keyLength = 32;

export function readSource(): string[] {
  return folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.parentPath.startsWith(join("lib", "db", "generated")))
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), "latin1")),
  );
}

/** A secret as it might stand somewhere. */
export function spellingsOf(secret: Buffer): string[] {
  const encodings = ["latin1", "utf8", "hex", "base64", "base64url", "utf16le"] as const;
  const spellings = encodings.map((encoding) => secret.toString(encoding));
  return [...spellings, secret.toString("hex").toUpperCase(), Buffer.from(secret).reverse().toString("latin1")];
}

/** Every 32 bytes that a text has in a row. */
export function* keysWithin(text: string): Generator<Buffer> {
  const bytes = Buffer.from(text, "latin1");
  for (let start = 0; start + keyLength <= bytes.length; start++) yield bytes.subarray(start, start + keyLength);
}

/** What the long words of texts stand for, and what comes out of that by hashing. */
export function* keysFromWords(texts: readonly string[]): Generator<Buffer> {
  for (const word of new Set(texts.flatMap((text) => text.match(wordPattern) ?? []))) {
    for (const reading of [Buffer.from(word), Buffer.from(word, "hex"), Buffer.from(word, "base64")]) {
      if (reading.length >= keyLength) yield reading.subarray(0, keyLength);
    }
    yield sha256(word);
    yield Buffer.from(hkdfSync("sha256", word, "tradewind", "card data key", keyLength));
  }
}
