import { randomBytes } from "node:crypto";
import { operatorCommand } from "./launch/operator-command";
import { LaunchError } from "./launch/processes";

const usage = `npm run secrets -- <what>

  status      which secrets of APP_SECRET this database knows, and from when on an older one may go
  rotate      seals everything anew under the first secret of APP_SECRET, while everything goes on running
  new-secret  prints a new secret, and how to change over to it; changes nothing`;

const steps = `
To change over to this secret while everything goes on running:
  1. Write APP_SECRET as a list with the new secret last, "1:<old> 2:<new>", and restart every process: all can read under it then.
  2. Put the new secret first, "2:<new> 1:<old>", and restart every process: it seals and signs from now on.
  3. npm run secrets -- rotate
  4. Remove the old secret from APP_SECRET once «npm run secrets -- status» says that it may go.
After a leak do steps 1 to 3 at once, and remove the old secret right after: open links, checkouts and sign-ins end then.`;

const verbs = ["status", "rotate", "new-secret"] as const;
type Verb = (typeof verbs)[number];
const shownMax = 20;

function readRequest([given]: string[]): Verb {
  const verb = verbs.find((known) => known === given);
  if (!verb) throw new LaunchError(usage);
  return verb;
}

const dayOf = (moment: Date) => moment.toISOString().slice(0, 10);

async function showStatus(): Promise<void> {
  const { readSecretStatus } = await import("@/lib/secrets/rotate-secrets");
  for (const { version, id, firstUsedAt, isActive, removableFrom } of await readSecretStatus()) {
    const name = version === null ? `secret ${id} (not in APP_SECRET)` : `version ${version} (secret ${id})`;
    const state = isActive
      ? "active"
      : removableFrom
        ? `may go from ${dayOf(removableFrom)}: until then links, addresses and tokens that it signed are valid`
        : "still needed: run «npm run secrets -- rotate»";
    console.log(`${name}: in use since ${dayOf(firstUsedAt)}, ${state}`);
  }
}

const operate: Record<Verb, () => Promise<void>> = {
  status: showStatus,
  async rotate() {
    const { rotateAppSecret } = await import("@/lib/secrets/rotate-secrets");
    const { resealed, damaged } = await rotateAppSecret();
    console.log(`${resealed} values were sealed anew.`);
    if (damaged.length > 0) {
      const more = damaged.length > shownMax ? [`… and ${damaged.length - shownMax} more`] : [];
      throw new LaunchError([...damaged.slice(0, shownMax), ...more, "The older secrets stay needed."].join("\n"));
    }
    await showStatus();
  },
  async "new-secret"() {
    console.log(randomBytes(48).toString("base64url"));
    console.log(steps);
  },
};

await operatorCommand(readRequest, (verb) => operate[verb](), { changesNothing: (verb) => verb !== "rotate" });
