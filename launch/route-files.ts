import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import type { LoadHandlers } from "@/lib/http/server/direct-routes";
import { createRouteTable, type FindRoute } from "@/lib/http/server/route-table";

/** Routes that call functions of Next.js, such as `cookies()` or `redirect()`. */
const needNext: readonly string[] = ["/dashboard/[mode]/start-here", "/dashboard/[mode]/transactions/export"];

type BuiltRoute = { routeModule: { ensureUserland(): Promise<void>; userland: Awaited<ReturnType<LoadHandlers>> } };

/**
 * The built route files by path, or null for paths that Next.js serves. Next.js loads the same files, so both ways
 * share one database pool and one set of metrics. A file is loaded with its first request.
 */
export function readRouteFiles(): FindRoute<LoadHandlers | null> {
  const folder = resolve(".next/server");
  const load = createRequire(`${folder}/`);
  const files: Record<string, string> = readJson(`${folder}/app-paths-manifest.json`);
  // Next.js rendered some routes at build time, such as the icon. It serves their files.
  const { routes: prerendered }: { routes: Record<string, unknown> } = readJson(".next/prerender-manifest.json");
  const routes = Object.entries(files).map(([name, file]) => {
    const [, path = "", kind] = /^(.*)\/(route|page)$/.exec(name) ?? [];
    const isDirect = kind === "route" && !needNext.includes(path) && !Object.hasOwn(prerendered, path);
    return [withoutGroups(path), isDirect ? once(() => load(`${folder}/${file}`)) : null] as const;
  });
  return createRouteTable(routes);
}

/** The folders of route groups, such as `(bare)`, are no part of the path. */
const withoutGroups = (path: string): string => path.replace(/\/\([^/]+\)/g, "");

function once(load: () => BuiltRoute | Promise<BuiltRoute>): LoadHandlers {
  let loading: ReturnType<LoadHandlers> | undefined;
  return () => {
    loading ??= loadHandlers(load);
    return loading;
  };
}

async function loadHandlers(load: () => BuiltRoute | Promise<BuiltRoute>): ReturnType<LoadHandlers> {
  const { routeModule } = await load();
  await routeModule.ensureUserland();
  return routeModule.userland;
}

const readJson = (file: string) => JSON.parse(readFileSync(file, "utf8"));
