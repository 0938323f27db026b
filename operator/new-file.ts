import { existsSync, rmSync } from "node:fs";
import { link, open } from "node:fs/promises";
import { LaunchError } from "@/launch/processes";

/**
 * Begins a new file as `<path>.part`, before the work whose result it gets. It gets its final name only when it is
 * complete and flushed to disk.
 */
export async function beginFile(path: string, title: "file" | "report") {
  const failed = (error: Error) => {
    throw new LaunchError(`The ${title} cannot be written: ${error.message}`);
  };
  if (existsSync(path)) throw new LaunchError(`The ${title} cannot be written: ${path} exists already.`);
  const part = `${path}.part`;
  const file = await open(part, "wx", 0o600).catch(failed);
  const discard = () => rmSync(part, { force: true });
  // Remove the partial file at every exit, also after an interrupt, because it may contain bank account numbers.
  process.once("exit", discard);
  const finish = async (text: string): Promise<void> => {
    await file.writeFile(text).catch(failed);
    await file.sync().catch(failed);
    await file.close();
    // Use a hard link, because it fails if the file name is taken. A rename would overwrite the existing file.
    await link(part, path).catch(failed);
  };
  return { finish, discard };
}
