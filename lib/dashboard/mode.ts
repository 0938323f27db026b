import type { Environment } from "@/lib/reference/platforms";

/** Every path of the dashboard names its environment, so a tab acts on the environment that it shows. */
export const modes = { test: "sandbox", live: "live" } as const satisfies Record<string, Environment>;
export type Mode = keyof typeof modes;

export const isMode = (text: string): text is Mode => Object.hasOwn(modes, text);
