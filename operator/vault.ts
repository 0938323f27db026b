import { LaunchError } from "@/launch/processes";
import { showProgress } from "@/launch/progress-bar";
import { commandLine } from "@/lib/kit/commands";
import { type Command, subcommand } from "./subcommand";

const steps = () => `
To switch to this key without downtime:
  1. Append it to CARD_KEYS of every process, and restart them one by one. All of them can read with it now.
  2. Move it to the front of CARD_KEYS everywhere, and restart again. New cards are encrypted under it.
  3. ${commandLine("vault", "rotate")}
  4. When «${commandLine("vault", "status")}» shows no card under the old key, remove that key from CARD_KEYS and destroy it.`;

const shownMax = 20;

/** Commands for the card vault. No subcommand prints a card number. */
export const vault: Command = {
  name: "vault",
  summary: "Show, check and rotate the keys of stored card numbers.",
  subcommands: {
    status: subcommand({
      help: "Show the number of cards under each key, and whether CARD_KEYS contains the key.",
      run: showStatus,
    }),
    rotate: subcommand({
      help: "Move every card to the active key, the first of CARD_KEYS, without downtime.",
      run: rotate,
    }),
    check: subcommand({
      help: "Decrypt every card number and print how many can be read. Prints no number.",
      run: check,
    }),
    "new-key": subcommand({
      help: "Print a new entry for CARD_KEYS and the steps to switch to it. Changes nothing.",
      async run() {
        const { newKeyEntry } = await import("@/lib/vault/key-status");
        console.log(await newKeyEntry());
        console.log(steps());
      },
    }),
  },
  notes: `In development, CARD_KEYS is read from DATA_DIR/keys.json unless it is set.
The exit code is 1 if a card cannot be read or rotated.`,
};

async function showStatus(): Promise<void> {
  const { readKeyStatus } = await import("@/lib/vault/key-status");
  const keys = await readKeyStatus();
  for (const { version, cards, isConfigured, isActive } of keys) {
    const state = isActive ? "active" : isConfigured ? "configured" : "not in CARD_KEYS";
    console.log(`version ${version}: ${cards} cards, ${state}`);
  }
  const lost = keys.filter(({ isConfigured }) => !isConfigured).reduce((sum, { cards }) => sum + cards, 0);
  if (lost > 0) throw new LaunchError(`${lost} cards cannot be read: their key is not in CARD_KEYS.`);
}

async function rotate(): Promise<void> {
  const { rotateKeys } = await import("@/lib/vault/rotate-keys");
  const { rotated, damaged, left } = await showProgress(rotateKeys);
  console.log(`${rotated} cards were moved to the active key.`);
  throwIfAny([
    ...damaged,
    ...left.map(
      ({ keyVersion, cards }) =>
        `${cards} cards are still under version ${keyVersion}: see «${commandLine("vault", "status")}».`,
    ),
  ]);
}

async function check(): Promise<void> {
  const { checkCards } = await import("@/lib/vault/check-cards");
  const { readable, unreadable } = await checkCards();
  console.log(`${readable} cards can be read, ${unreadable.length} cannot.`);
  throwIfAny(unreadable);
}

function throwIfAny(problems: string[]): void {
  if (problems.length === 0) return;
  const more = problems.length > shownMax ? [`… and ${problems.length - shownMax} more.`] : [];
  throw new LaunchError([...problems.slice(0, shownMax), ...more].join("\n"));
}
