import { generateClient } from "./build";
import { command, reportFailure } from "./command";
import { LaunchError } from "./processes";

/** Runs an operator command. Requires a database with the current schema and secrets that match it. */
export function runOnDatabase(
  run: () => Promise<void>,
  { changesNothing }: { changesNothing: boolean },
): Promise<void> {
  return command(async () => {
    const { disconnect } = await import("@/lib/db/connection");
    const { findObstacle } = await import("@/lib/db/readiness");
    try {
      const obstacle = await findObstacle();
      if (obstacle) throw new LaunchError(obstacle);
      const { checkSecrets } = await import("@/lib/app-secret/check-secrets");
      await checkSecrets({ registers: !changesNothing });
      await run();
    } finally {
      // Disconnect before the embedded database stops: otherwise the database client logs a lost connection.
      await disconnect();
    }
  });
}

/** Runs an operator command that must also work without a database or with a wrong configuration. */
export async function runWithoutDatabase(run: () => Promise<void>): Promise<void> {
  try {
    await generateClient();
    await run();
  } catch (error) {
    reportFailure(error);
  }
  // Exit explicitly: connections that hang would keep the process alive.
  process.exit();
}
