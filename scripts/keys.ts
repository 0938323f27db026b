import { operatorCommand } from "./launch/operator-command";
import { LaunchError } from "./launch/processes";

/**
 * npm run keys -- rotate   a new key signs access tokens from now on; those of the old one stay good
 * npm run keys -- replace  after a leak: the old keys are dropped, and every access token with them
 */
const verbs = ["rotate", "replace"] as const;

function readRequest([given]: string[]): (typeof verbs)[number] {
  const verb = verbs.find((known) => known === given);
  if (!verb) throw new LaunchError("Say «npm run keys -- rotate», or «npm run keys -- replace».");
  return verb;
}

await operatorCommand(readRequest, async (verb) => {
  const { replaceSigningKeys, rotateSigningKey } = await import("@/lib/auth/tokens/signing-keys");
  await (verb === "replace" ? replaceSigningKeys() : rotateSigningKey());
  console.log("Done. Running processes follow within a minute.");
});
