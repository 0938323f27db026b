import type { PermalinkNames } from "./sandbox-names.js";

/** The path of a permalink: a new session of the demo shop in the named state. Without names, its card is approved. */
export function permalink(names: PermalinkNames): string {
  const given = Object.entries({ behaviour: "visa", ...names });
  return `/sandbox/play?${given.map(([name, value]) => `${name}=${[value].flat().join(",")}`).join("&")}`;
}
