import { randomBytes } from "node:crypto";
import { LaunchError } from "@/launch/processes";
import { commandLine } from "@/lib/kit/commands";
import { type Command, subcommand } from "./subcommand";

const steps = () => `
To switch to this secret without downtime:
  1. Add the new secret at the end of APP_SECRET, "1:<old> 2:<new>", and restart every process. All of them can read with it now.
  2. Move the new secret to the front, "2:<new> 1:<old>", and restart every process. From now on it seals and signs.
  3. ${commandLine("secrets", "rotate")}
  4. Remove the old secret from APP_SECRET when «${commandLine("secrets", "status")}» says that it can be removed.
After a leak, do steps 1 to 3 at once and remove the old secret right after. This ends open links, checkouts and sign-ins.`;

const shownMax = 20;

export const secrets: Command = {
  name: "secrets",
  summary: "Show and rotate APP_SECRET.",
  subcommands: {
    status: subcommand({
      help: "Show which secrets of APP_SECRET this database uses, and when an old one can be removed.",
      changesNothing: true,
      run: showStatus,
    }),
    rotate: subcommand({
      help: "Re-seal all data under the first secret of APP_SECRET, without downtime.",
      run: rotate,
    }),
    "new-secret": subcommand({
      help: "Print a new secret and the steps to switch to it. Changes nothing.",
      changesNothing: true,
      async run() {
        console.log(randomBytes(48).toString("base64url"));
        console.log(steps());
      },
    }),
  },
};

async function showStatus(): Promise<void> {
  const { readSecretStatus } = await import("@/lib/app-secret/rotate-secrets");
  for (const { version, id, firstUsedAt, isActive, removableFrom } of await readSecretStatus()) {
    const name = version === null ? `secret ${id} (not in APP_SECRET)` : `version ${version} (secret ${id})`;
    const state = isActive
      ? "active"
      : removableFrom
        ? `can be removed from ${dayOf(removableFrom)}: until then, links, URLs and tokens that it signed are valid`
        : `still needed: run «${commandLine("secrets", "rotate")}»`;
    console.log(`${name}: in use since ${dayOf(firstUsedAt)}, ${state}`);
  }
}

const dayOf = (moment: Date) => moment.toISOString().slice(0, 10);

async function rotate(): Promise<void> {
  const { rotateAppSecret } = await import("@/lib/app-secret/rotate-secrets");
  const { resealed, damaged } = await rotateAppSecret();
  console.log(`${resealed} values were re-sealed.`);
  if (damaged.length > 0) {
    const more = damaged.length > shownMax ? [`… and ${damaged.length - shownMax} more`] : [];
    throw new LaunchError([...damaged.slice(0, shownMax), ...more, "The older secrets are still needed."].join("\n"));
  }
  await showStatus();
}
