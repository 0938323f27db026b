import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { PageAssets } from "@/components/checkout/server/render-page";
import { rawEnv } from "@/lib/kit/env";

/**
 * Loads the bundles that render pages without Next.js. Under the development server, loads them again after each
 * change.
 */

export type Renderer = typeof import("@/components/checkout/server/render-page") & { assets: PageAssets };
export type LinkRenderer = typeof import("@/components/links/server/render-links") & PageAssets["links"];

export const loadRenderer = keptUnlessDeveloping(
  async (folder, assets): Promise<Renderer> => ({ ...(await importBundle(folder, assets.renderer)), assets }),
);

export const loadLinkRenderer = keptUnlessDeveloping(
  async (folder, { links }): Promise<LinkRenderer> => ({ ...(await importBundle(folder, links.renderer)), ...links }),
);

function keptUnlessDeveloping<Loaded>(load: (folder: string, assets: PageAssets) => Promise<Loaded>) {
  let loaded: Loaded | undefined;
  return async (): Promise<Loaded> => {
    const isDevelopment = rawEnv().NODE_ENV === "development";
    if (loaded && !isDevelopment) return loaded;
    const folder = join(process.cwd(), isDevelopment ? ".next/dev/checkout" : ".next/checkout");
    loaded = await load(folder, JSON.parse(readFileSync(join(folder, "assets.json"), "utf8")));
    return loaded;
  };
}

function importBundle(folder: string, file: string) {
  const address = pathToFileURL(join(folder, file)).href;
  return import(/* webpackIgnore: true */ /* turbopackIgnore: true */ address);
}
