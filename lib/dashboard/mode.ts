import type { Environment } from "@/lib/reference/platforms";

/** The environment stands in every address of the dashboard: what a tab shows, it acts on. */
export const modes = { test: "sandbox", live: "live" } as const satisfies Record<string, Environment>;
export type Mode = keyof typeof modes;

export const isMode = (text: string): text is Mode => Object.hasOwn(modes, text);
