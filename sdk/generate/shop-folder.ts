import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Sample } from "@/lib/docs/markdown";
import { findDocsPage } from "@/lib/docs/pages";
import { rawEnv } from "@/lib/kit/env";
import { canRun } from "@/tests/support/http/programs";

/** The folder of a shop without the product's repository, into which the commands of the docs install a package. */
export type ShopFolder = { folder: string; remove(): void };

export const shopLanguages = ["JavaScript", "PHP", "Python"] as const;
export type ShopLanguage = (typeof shopLanguages)[number];

const samplesOf = (address: string): Sample[] =>
  (findDocsPage(address)?.parts ?? []).flatMap((part) => (part.kind === "code" ? part.samples : []));

const guide = samplesOf("/docs/libraries");
const packages: Record<ShopLanguage, string> = {
  JavaScript: "tradewind.tgz",
  PHP: "tradewind-php.zip",
  Python: "tradewind-python.zip",
};

/** What this machine lacks to install and run a library. Null if nothing is missing. */
export function missingFor(language: ShopLanguage): string | null {
  if (!canRun("curl")) return "curl is not installed.";
  if (language === "JavaScript") return null;
  if (language === "Python") return canRun("python3") ? null : "Python is not installed.";
  const hasPhp = canRun("php", ["-r", "exit(extension_loaded('curl') ? 0 : 1);"]) && canRun("unzip", ["-v"]);
  return hasPhp ? null : "PHP with its curl extension, or unzip, is not installed.";
}

/** Runs the install commands of docs/guides/libraries.md for this language in a new folder. */
export async function openShopFolder(language: ShopLanguage): Promise<ShopFolder> {
  const commands = guide.find(({ language: own, code }) => own === "Shell" && code.includes(packages[language]));
  const folder = mkdtempSync(join(tmpdir(), "tradewind-shop-"));
  if (language === "JavaScript") writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }');
  await runCommands(commands?.code ?? "exit 1", folder);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** The commands that install the Playwright package, without the one that asks the npm registry for Playwright. */
export async function installPlaywrightPackage(folder: string): Promise<void> {
  const [commands] = samplesOf("/docs/testing-with-playwright");
  const lines = (commands?.code ?? "exit 1").split("\n").filter((line) => !line.includes("@playwright/test"));
  await runCommands(lines.join("\n"), folder);
}

/** Without the requests to the npm registry that are no part of an installation. */
const npmSettings: Record<string, string> = {
  npm_config_audit: "false",
  npm_config_fund: "false",
  npm_config_update_notifier: "false",
  npm_config_legacy_peer_deps: "true",
};

const runCommands = (commands: string, cwd: string) =>
  promisify(execFile)("bash", ["-euc", commands], {
    cwd,
    env: { ...rawEnv(), ...npmSettings } as NodeJS.ProcessEnv,
  });

/** All samples of the guide in one language, as one program. */
export function programOf(language: ShopLanguage): Sample {
  const own = guide.filter((sample) => sample.language === language).map(({ code }) => code.replace("<?php\n", ""));
  return { language, file: null, code: `${language === "PHP" ? "<?php\n" : ""}${own.join("\n")}` };
}
