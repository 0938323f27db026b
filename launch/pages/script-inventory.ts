import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import {
  type InventoryScript,
  inventoryFile,
  type ScriptGroup,
  type ScriptInventory,
  scriptGroups,
} from "@/lib/script-monitor/script-inventory";

/** Lists the scripts of the payment page with their digests. No other document has a script in this folder. */
const folder = "static/documents";

export function writeScriptInventory(): void {
  const build = readFileSync(".next/BUILD_ID", "utf8").trim();
  const scripts = readdirSync(`.next/${folder}`)
    .filter((file) => file.endsWith(".js"))
    .sort()
    .map(describe);
  if (!scripts.some(({ group }) => group === "page")) throw new Error("The build lists no script of the payment page.");
  const inventory: ScriptInventory = { build, scripts };
  writeFileSync(inventoryFile, `${JSON.stringify(inventory, null, 2)}\n`);
}

function describe(file: string): InventoryScript {
  const content = readFileSync(`.next/${folder}/${file}`);
  const digest = (algorithm: string) => createHash(algorithm).update(content).digest("hex");
  return {
    path: `/_next/${folder}/${file}`,
    group: groupOf(file),
    bytes: content.length,
    sha256: digest("sha256"),
    sha384: digest("sha384"),
  };
}

/** A file's name begins with its group, as in `page-<digest>.js`. */
function groupOf(file: string): ScriptGroup {
  const group = (Object.keys(scriptGroups) as ScriptGroup[]).find((name) => file.startsWith(`${name}-`));
  if (!group) throw new Error(`The script ${file} belongs to no group of lib/script-monitor/script-inventory.ts.`);
  return group;
}
