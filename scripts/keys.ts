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
    if (verb === "rotate") await rotateSigningKey();
    else if (verb === "replace") await replaceSigningKeys();
    else throw new LaunchError("Say what: npm run keys -- rotate, or npm run keys -- replace.");
    console.log("Done. Running processes follow within a minute.");
  } finally {
    await disconnect();
  }
});
