import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { PageAssets } from "@/components/checkout/server/render-page";
import { rawEnv } from "@/lib/kit/env";

type Renderer = typeof import("@/components/checkout/server/render-page") & { assets: PageAssets };

let loaded: { renderer: Renderer; version: number } | undefined;

/** Loads the bundle that renders the hosted page. Under the development server, loads it again after each change. */
export async function loadRenderer(): Promise<Renderer> {
  const isDevelopment = rawEnv().NODE_ENV === "development";
  if (loaded && !isDevelopment) return loaded.renderer;
  const folder = join(process.cwd(), isDevelopment ? ".next/dev/checkout" : ".next/checkout");
  const version = isDevelopment ? statSync(join(folder, "assets.json")).mtimeMs : 0;
  if (loaded?.version === version) return loaded.renderer;
  const bundle = `${pathToFileURL(join(folder, "render-page.cjs")).href}?${version}`;
  const renderer = await import(/* webpackIgnore: true */ /* turbopackIgnore: true */ bundle);
  const assets: PageAssets = JSON.parse(readFileSync(join(folder, "assets.json"), "utf8"));
  loaded = { renderer: { ...renderer, assets }, version };
  return loaded.renderer;
}
