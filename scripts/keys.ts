import { command } from "./launch/command";
import { LaunchError } from "./launch/processes";

/**
 * npm run keys -- rotate   a new key signs access tokens from now on; those of the old one stay good
 * npm run keys -- replace  after a leak: the old keys are dropped, and every access token with them
 */
await command(async ({ args: [verb] }) => {
  const { replaceSigningKeys, rotateSigningKey } = await import("@/lib/auth/signing-keys");
  const { disconnect } = await import("@/lib/db/client");
  try {
    await (verb === "replace" ? replaceSigningKeys() : rotateSigningKey());
    console.log("Done. Running processes follow within a minute.");
  } finally {
    await disconnect();
  }
}, refuseUnknown);

function refuseUnknown([verb = ""]: string[]): void {
  if (["rotate", "replace"].includes(verb)) return;
  throw new LaunchError("Say «npm run keys -- rotate», or «npm run keys -- replace».");
}
