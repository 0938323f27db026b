import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { temporaryFolder } from "./launcher";

const leftOut = [".data", ".git", "test-results"];
/** Large, and never changed in place: hard links will do if both folders are on one disk. */
const linked = ["node_modules", ".next"];

/** A copy of the project as it is installed and built here. */
export function copyProject(place?: Parameters<typeof temporaryFolder>[0]): string {
  const folder = temporaryFolder(place);
  for (const entry of readdirSync(".").filter((name) => !leftOut.includes(name))) {
    if (linked.includes(entry) && succeeds("cp", ["-al", entry, folder])) continue;
    execFileSync("cp", ["-a", entry, folder]);
  }
  return folder;
}

export function succeeds(program: string, args: string[], user: { uid?: number; gid?: number } = {}): boolean {
  try {
    execFileSync(program, args, { ...user, stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
