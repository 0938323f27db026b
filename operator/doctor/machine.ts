import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { promisify } from "node:util";
import { type Check, type Finding, ok, problem, warning } from "./checks";

const freeShareMin = 0.1;

/** The package and the repository both have a package.json in the folder from which the programs run. */
const checkVersions: Check["run"] = async () => {
  const { version, engines } = JSON.parse(readFileSync("package.json", "utf8"));
  return versionFinding(version, process.versions.node, engines.node);
};

/** `required` looks like >=20.19. */
export function versionFinding(product: string, node: string, required: string): Finding {
  const message = `Tradewind ${product} on Node.js ${node}.`;
  const [major = 0, minor = 0] = partsOf(node);
  const [majorMin = 0, minorMin = 0] = partsOf(required);
  const isOld = major < majorMin || (major === majorMin && minor < minorMin);
  return isOld ? problem(message, `Install Node.js ${required.replace(">=", "")} or later.`) : ok(message);
}

const partsOf = (version: string): number[] =>
  version
    .replace(/[^\d.]/g, "")
    .split(".")
    .map(Number);

const checkDisk: Check["run"] = async ({ env }) => {
  const folder = env?.DATA_DIR ?? ".";
  const { bavail, blocks, bsize } = await statfs(folder).catch(() => statfs("."));
  const message = `${Math.round((bavail * bsize) / 2 ** 30)} GiB are free on this machine's disk.`;
  if (bavail / blocks >= freeShareMin) return ok(message);
  return warning(message, "Free or add space. If the database runs on another machine, monitor its disk there.");
};

/** Other machines have clocks to compare with. The kernel knows whether its own follows a time server. */
const checkClock: Check["run"] = async () => {
  const asked = promisify(execFile)("timedatectl", ["show", "--property=NTPSynchronized", "--value"]);
  return synchronisedFinding(await asked.then(({ stdout }) => stdout.trim()).catch(() => "unknown"));
};

export function synchronisedFinding(answer: string): Finding {
  if (answer === "yes") return ok("The clock of this machine follows a time server.");
  if (answer !== "no")
    return ok("Not checked: timedatectl does not say whether this machine's clock follows a time server.");
  return warning("The clock of this machine follows no time server.", "Install chrony, or enable systemd-timesyncd.");
}

export const machineChecks: readonly Check[] = [
  { name: "versions", run: checkVersions },
  { name: "clock", run: checkClock },
  { name: "disk", run: checkDisk },
];
