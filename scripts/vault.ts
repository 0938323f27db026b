import { operatorCommand } from "./launch/operator-command";
import { LaunchError } from "./launch/processes";
import { showProgress } from "./launch/progress-bar";

const usage = `npm run vault -- <what>

  status   how many card numbers are under which key, and whether CARD_KEYS has it
  rotate   brings every card under the active key, the first of CARD_KEYS, while everything goes on running
  check    opens every card number and tells how many can be read; shows none
  new-key  prints a new entry for CARD_KEYS, and how to change over to it; changes nothing

In development CARD_KEYS stands in DATA_DIR/keys.json, unless it is set.
Each ends with an error where a card cannot be read or rotated.`;

const steps = `
To change over to this key while everything goes on running:
  1. Append it to CARD_KEYS of every process, and restart them one by one: all can read under it then.
  2. Put it first in CARD_KEYS everywhere, and restart again: new cards come under it.
  3. npm run vault -- rotate
  4. Once «npm run vault -- status» shows no card under the old key, remove that from CARD_KEYS and destroy it.`;

const verbs = ["status", "rotate", "check", "new-key"] as const;
type Verb = (typeof verbs)[number];
const shownMax = 20;

function readRequest([given]: string[]): Verb {
  const verb = verbs.find((known) => known === given);
  if (!verb) throw new LaunchError(usage);
  return verb;
}

const operate: Record<Verb, () => Promise<void>> = {
  async status() {
    const { readKeyStatus } = await import("@/lib/vault/key-status");
    const keys = await readKeyStatus();
    for (const { version, cards, isConfigured, isActive } of keys) {
      const state = isActive ? "active" : isConfigured ? "configured" : "not in CARD_KEYS";
      console.log(`version ${version}: ${cards} cards, ${state}`);
    }
    const lost = keys.filter(({ isConfigured }) => !isConfigured).reduce((sum, { cards }) => sum + cards, 0);
    if (lost > 0) throw new LaunchError(`${lost} cards cannot be read: CARD_KEYS does not have their key.`);
  },
  async rotate() {
    const { rotateKeys } = await import("@/lib/vault/rotate-keys");
    const { rotated, damaged, left } = await showProgress(rotateKeys);
    console.log(`${rotated} cards were brought under the active key.`);
    refuse([
      ...damaged,
      ...left.map(
        ({ keyVersion, cards }) =>
          `${cards} cards are still under version ${keyVersion}: see «npm run vault -- status».`,
      ),
    ]);
  },
  async check() {
    const { checkCards } = await import("@/lib/vault/check-cards");
    const { readable, unreadable } = await checkCards();
    console.log(`${readable} cards can be read, ${unreadable.length} cannot.`);
    refuse(unreadable);
  },
  async "new-key"() {
    const { newKeyEntry } = await import("@/lib/vault/key-status");
    console.log(await newKeyEntry());
    console.log(steps);
  },
};

function refuse(problems: string[]): void {
  if (problems.length === 0) return;
  const more = problems.length > shownMax ? [`… and ${problems.length - shownMax} more.`] : [];
  throw new LaunchError([...problems.slice(0, shownMax), ...more].join("\n"));
}

/** The operator's side of the vault. No card number is ever shown. */
await operatorCommand(readRequest, (verb) => operate[verb]());
