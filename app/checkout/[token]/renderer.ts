import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { PageAssets } from "@/components/checkout/server/render-page";
import { rawEnv } from "@/lib/kit/env";

export type Renderer = typeof import("@/components/checkout/server/render-page") & { assets: PageAssets };

let loaded: Renderer | undefined;

/** Loads the bundle that renders the hosted page. Under the development server, loads it again after each change. */
export async function loadRenderer(): Promise<Renderer> {
  const isDevelopment = rawEnv().NODE_ENV === "development";
  if (loaded && !isDevelopment) return loaded;
  const folder = join(process.cwd(), isDevelopment ? ".next/dev/checkout" : ".next/checkout");
  const assets: PageAssets = JSON.parse(readFileSync(join(folder, "assets.json"), "utf8"));
  const bundle = pathToFileURL(join(folder, assets.renderer)).href;
  const renderer: Renderer = await import(/* webpackIgnore: true */ /* turbopackIgnore: true */ bundle);
  loaded = { ...renderer, assets };
  return loaded;
}
