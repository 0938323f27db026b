import { db } from "@/lib/db/client";

/** One check of the payment page's scripts. */
export type ScriptCheck = { id: string; build: string; scripts: number; problems: string[]; checkedAt: Date };

export async function insertScriptCheck(check: ScriptCheck): Promise<void> {
  await db().scriptCheck.create({ data: check });
}

export async function findLastScriptCheck(): Promise<ScriptCheck | null> {
  return db().scriptCheck.findFirst({ orderBy: { checkedAt: "desc" } });
}
