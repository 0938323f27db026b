import { command } from "./command";
import { LaunchError } from "./processes";

/** A command that works on a migrated database through the use-cases of lib. */
export function operatorCommand<Request>(
  readRequest: (args: string[]) => Request,
  operate: (request: Request) => Promise<void>,
  { changesNothing = () => false }: { changesNothing?: (request: Request) => boolean } = {},
): Promise<void> {
  return command(async ({ args }) => {
    const { disconnect } = await import("@/lib/db/client");
    const { isReady } = await import("@/lib/db/readiness");
    try {
      if (!(await isReady())) throw new LaunchError("The database has no current schema. Run «npm run migrate» first.");
      const { checkSecrets } = await import("@/lib/secrets/check-secrets");
      const request = readRequest(args);
      await checkSecrets({ registers: !changesNothing(request) });
      await operate(request);
    } finally {
      // Before the database is stopped: a connection that is cut off would be reported as lost.
      await disconnect();
    }
  }, readRequest);
}
