import { dirname, join, sep } from "node:path";
import {
  type DecoderSources,
  findDecoderSources,
  linkedPackageFolder,
  programName,
  stageDecoder,
} from "./decoder-files";
import { isShortage, type Limits, runLimited, Shortage, type User } from "./limited-process";
import { findUnusedUser } from "./unused-user";

/**
 * How to start the picture decoder. `args` are the arguments for Node.js without the picture's type. `user` is set if
 * the decoder runs as another user.
 */
export type PreparedDecoder = { args: string[]; cwd: string; user?: User };

const heapMegabytes = 64;
const stagingParents = ["/var/lib/tradewind", "/var/tmp/tradewind"];

/**
 * If we run as root, the decoder runs as an unused user, from a copy, because the project may be in a folder that only
 * root can enter. Otherwise it runs as our own user. In both cases the permission model of Node.js restricts it.
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
    `The decoder never runs as root, and user id ${user.uid} cannot run it (${failures.join("; ")}). ` +
      `Let every user run ${process.execPath} and read one of these folders, or start the product as an ordinary user.`,
  );
}

/** Runs the decoder once without a picture, to detect folders that are mounted noexec or closed to other users. */
async function startOnce({ args, ...where }: PreparedDecoder, limits: Limits): Promise<void> {
  const program = { args: [...args, "svg"], input: Buffer.alloc(0), ...where };
  const { hasStarted, status, isStarved } = await runLimited(program, limits);
  if (!hasStarted && isStarved) throw new Shortage("The machine is too busy to start the decoder.");
  if (!hasStarted) throw new Error(`the decoder ended with status ${status} before it started`);
}

function decoderFrom(sources: DecoderSources): PreparedDecoder {
  const [program = ""] = sources.programs;
  return {
    args: [`--max-old-space-size=${heapMegabytes}`, ...permissionArgs(sources), program],
    cwd: dirname(program),
  };
}

/**
 * Arguments that enable the permission model of Node.js: no child processes, no workers, no writes, and reads of these
 * files only. It restricts JavaScript only. Native code, which sharp needs, is restricted by the user id alone.
 */
export function permissionArgs({ programs, packages }: DecoderSources): string[] {
  const flag = ["--permission", "--experimental-permission"].find((name) =>
    process.allowedNodeEnvironmentFlags.has(name),
  );
  if (!flag || !process.allowedNodeEnvironmentFlags.has("--allow-addons")) return [];
  const readable = [...programs, ...packages.map((folder) => folder + sep)];
  return [flag, "--allow-addons", ...readable.map((path) => `--allow-fs-read=${path}`)];
}
