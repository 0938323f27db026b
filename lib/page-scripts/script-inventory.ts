import { readFileSync } from "node:fs";
import { join } from "node:path";
import { rawEnv } from "@/lib/kit/env";

/** The inventory of the payment page's scripts (PCI DSS 6.4.3). Every build rewrites this file. */
export const inventoryFile = ".next/checkout-scripts.json";

/** Purpose and need of each group of scripts. docs/card-data.md has the same texts; a test compares them. */
export const scriptGroups = {
  runtime: {
    purpose: "loads the other scripts of the page (webpack's runtime)",
    need: "without it no other script starts",
  },
  framework: {
    purpose: "React and the Next.js client: show the page and keep it current",
    need: "the form's checks, the countdown and the bank's challenge are React components",
  },
  polyfills: {
    purpose: "adds functions that old browsers lack; current browsers do not load it",
    need: "payers with old browsers can pay",
  },
  page: {
    purpose: "the payment form, its checks and words, and the parts it shares with other pages",
    need: "it is the payment page",
  },
  error: {
    purpose: "the page that is shown when the payment page breaks",
    need: "it warns the payer not to pay twice",
  },
  sandbox: {
    purpose: "the drawer with test cards; only sandbox pages load it",
    need: "merchants test their shops with it",
  },
} as const;

export type ScriptGroup = keyof typeof scriptGroups;
export type InventoryScript = { path: string; group: ScriptGroup; bytes: number; sha256: string; sha384: string };
export type ScriptInventory = { build: string; scripts: InventoryScript[] };

/** Reads the inventory of the build. Null under the development server, and without a build. */
export function readScriptInventory(): ScriptInventory | null {
  if (rawEnv().NODE_ENV === "development") return null;
  try {
    return JSON.parse(readFileSync(join(process.cwd(), inventoryFile), "utf8")) as ScriptInventory;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
