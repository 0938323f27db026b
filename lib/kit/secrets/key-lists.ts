import { hkdfSync } from "node:crypto";

/**
 * The key lists of the configuration: APP_SECRET and CARD_KEYS. The first entry of a list encrypts and signs; the
 * others only decrypt and verify. An error names an entry by its position, because the text of an invalid entry may
 * contain a key.
 */
export type CardKey = { version: string; key: Buffer };

/**
 * `id` is derived from the secret itself. So two secrets are distinct even if their versions are equal, and a secret
 * keeps its id when its version changes.
 */
export type AppSecret = { version: string; id: string; secret: string };

const secretLengthMin = 32;
const secretDistinctMin = 10;
const cardKeyLength = 32;
const cardKeyDistinctMin = 8;
const versionPattern = /^[\w.-]{1,32}$/;
const versionRule = "have a version of 1 to 32 letters, digits, dots, hyphens or underscores";
const idBytes = 4;

const entriesOf = (list: string) => list.split(/[\s,]+/).filter(Boolean);

/**
 * Whether APP_SECRET is a list. A single secret may contain spaces and colons, so only the versions of its entries
 * identify a list.
 */
function isSecretList(text: string): boolean {
  const entries = entriesOf(text);
  const versioned = entries.filter((entry) => /^[\w.-]{1,32}:./.test(entry));
  const areLong = entries.every((entry) => entry.length >= secretLengthMin);
  return versioned.length === entries.length || (versioned.length > 0 && areLong);
}

export function parseAppSecrets(text: string): AppSecret[] {
  if (!text) return [];
  if (!isSecretList(text)) return [namedSecret("1", text)];
  return entriesOf(text).map((entry) => {
    const [, version = "", secret = entry] = /^([\w.-]{1,32}):(.+)$/.exec(entry) ?? [];
    return namedSecret(version, secret);
  });
}

function namedSecret(version: string, secret: string): AppSecret {
  const id = Buffer.from(hkdfSync("sha256", secret, "tradewind", "id of this secret", idBytes)).toString("hex");
  return { version, id, secret };
}

export function appSecretProblems(text: string | undefined, isProduction: boolean): string[] {
  if (text === undefined) return isProduction ? ["APP_SECRET is required in production."] : [];
  const secrets = parseAppSecrets(text);
  const wrong = secrets.flatMap(({ version, secret }, index) => {
    const name = secrets.length > 1 ? `APP_SECRET entry ${index + 1}` : "APP_SECRET";
    if (!versionPattern.test(version)) return [`${name} must ${versionRule}.`];
    const isWeak = secret.length < secretLengthMin || new Set(secret).size < secretDistinctMin;
    return isWeak
      ? [`${name} is too weak: give ${secretLengthMin} or more random characters (openssl rand -base64 48).`]
      : [];
  });
  if (wrong.length > 0) return wrong;
  if (hasTwice(secrets.map(({ version }) => version))) return ["APP_SECRET has one version twice."];
  return hasTwice(secrets.map(({ secret }) => secret)) ? ["APP_SECRET has the same secret under two versions."] : [];
}

export function parseCardKeys(list: string): CardKey[] {
  return entriesOf(list).map((entry) => {
    const [version = "", key = ""] = entry.split(":");
    return { version, key: Buffer.from(key, "base64") };
  });
}

export function cardKeyProblems(list: string | undefined, isProduction: boolean): string[] {
  if (list === undefined) return isProduction ? ["CARD_KEYS is required in production."] : [];
  const entries = entriesOf(list);
  if (entries.length === 0) return ["CARD_KEYS must be a list of version:base64key."];
  const wrong = entries.flatMap((entry, index) => {
    const problem = cardKeyProblem(entry);
    return problem ? [`CARD_KEYS entry ${index + 1} must ${problem}.`] : [];
  });
  if (wrong.length > 0) return wrong;
  const keys = parseCardKeys(list);
  if (hasTwice(keys.map(({ version }) => version))) return ["CARD_KEYS has one version twice."];
  return hasTwice(keys.map(({ key }) => key.toString("hex"))) ? ["CARD_KEYS has the same key under two versions."] : [];
}

function cardKeyProblem(entry: string): string | null {
  const [version = "", text = "", ...rest] = entry.split(":");
  if (rest.length > 0 || !text) return "be version:base64key";
  if (!versionPattern.test(version)) return versionRule;
  const key = Buffer.from(text, "base64");
  // Node.js ignores characters that are not base64. Encoding the decoded key again shows whether it ignored any.
  const isWhole = key.length === cardKeyLength && key.toString("base64") === text;
  if (!isWhole) return `have a key of ${cardKeyLength} bytes in base64, and nothing after it (openssl rand -base64 32)`;
  return new Set(key).size < cardKeyDistinctMin ? "have a key of random bytes (openssl rand -base64 32)" : null;
}

const hasTwice = (values: string[]) => new Set(values).size !== values.length;
