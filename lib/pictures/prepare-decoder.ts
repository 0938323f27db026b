import { dirname, join, sep } from "node:path";
import {
  type DecoderSources,
  findDecoderSources,
  linkedPackageFolder,
  programName,
  stageDecoder,
} from "./decoder-files";
import { isShortage, type Limits, runLimited, type User } from "./limited-process";
import { findUnusedUser } from "./unused-user";

/** How the decoder is started: `args` for Node.js without the picture's type, and the user if it is not ours. */
export type PreparedDecoder = { args: string[]; cwd: string; user?: User };

const heapMegabytes = 64;
const stagingParents = ["/var/lib/tradewind", "/var/tmp/tradewind"];

/**
 * Root starts the decoder as a user who owns nothing and runs nothing else, from a copy: the project may lie in
 * a folder that only root can enter. Other users can only start it as themselves.
 * In both cases Node.js restricts it, too.
 */
export async function prepareDecoder(limits: Limits): Promise<PreparedDecoder> {
  if (process.getuid?.() === 0) return prepareForRoot(limits);
  const { programs, packages } = await findDecoderSources();
  return decoderFrom({ programs, packages: [...packages, ...(await linkedPackageFolder())] });
}

async function prepareForRoot(limits: Limits): Promise<PreparedDecoder> {
  const user = await findUnusedUser();
  const failures: string[] = [];
  for (const parent of stagingParents) {
    try {
      const home = await stageDecoder(parent);
      const decoder = { ...decoderFrom({ programs: [join(home, programName)], packages: [home] }), user };
      await startOnce(decoder, limits);
      return decoder;
    } catch (error) {
      if (isShortage(error)) throw error;
      failures.push(`${parent}: ${error instanceof Error ? error.message : error}`);
    }
  }
  throw new Error(
    `It never runs as root, and user id ${user.uid} cannot run it (${failures.join("; ")}). ` +
      `Let every user run ${process.execPath} and read one of these folders, or start the product as an ordinary user.`,
  );
}

/** Folders mounted without execution or closed to other users show only now. */
async function startOnce({ args, ...where }: PreparedDecoder, limits: Limits): Promise<void> {
  const { hasStarted, status } = await runLimited({ args: [...args, "svg"], input: Buffer.alloc(0), ...where }, limits);
  if (!hasStarted) throw new Error(`it ended with status ${status} before it started`);
}

function decoderFrom(sources: DecoderSources): PreparedDecoder {
  const [program = ""] = sources.programs;
  return {
    args: [`--max-old-space-size=${heapMegabytes}`, ...permissionArgs(sources), program],
    cwd: dirname(program),
  };
}

/**
 * Node.js's permission model: no child processes, no workers, no writes, and reads of these files only. It
 * binds JavaScript. Native code, which sharp needs, is bound by the user id alone.
 */
export function permissionArgs({ programs, packages }: DecoderSources): string[] {
  const flag = ["--permission", "--experimental-permission"].find((name) =>
    process.allowedNodeEnvironmentFlags.has(name),
  );
  if (!flag || !process.allowedNodeEnvironmentFlags.has("--allow-addons")) return [];
  const readable = [...programs, ...packages.map((folder) => folder + sep)];
  return [flag, "--allow-addons", ...readable.map((path) => `--allow-fs-read=${path}`)];
}
