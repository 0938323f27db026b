import { readFileSync } from "node:fs";
import { join } from "node:path";
import { rawEnv } from "@/lib/kit/env";

/** The inventory of the payment page's scripts (PCI DSS 6.4.3). Every build rewrites this file. */
export const inventoryFile = ".next/checkout-scripts.json";

/** Purpose and need of each group of scripts. docs/card-data.md has the same texts; a test compares them. */
export const scriptGroups = {
  page: {
    purpose:
      "React, react-hook-form and the payment page: the form, its checks, the countdown and the bank's challenge",
    need: "it keeps the page current and finds mistakes before the payment is sent",
  },
  drawer: {
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
