import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { BuildOptions, OutputFile, Plugin } from "esbuild";
import type { PageAssets } from "@/components/checkout/server/render-page";
import { languageWords } from "@/components/checkout/words/words-of";
import type { Language } from "@/lib/reference/languages";

/**
 * Builds the hosted page: one bundle that renders it on the server, and the browser's scripts. The scripts have digests
 * in their names and are in the folder of static files that Next.js serves.
 */
const serverEntry = `import "./app/tokens.css"; export * from "./components/checkout/server/render-page";`;
const browserFolder = "components/checkout/browser";
/** The browsers that Next.js supports, so that the hosted page works in the same browsers as before. */
const browsers = ["chrome111", "edge111", "firefox111", "safari16.4"];

type Mode = "production" | "development";

export async function buildCheckout(distFolder: string, mode: Mode): Promise<void> {
  const [rendered, page, drawer] = await Promise.all([
    bundle(mode, {
      stdin: { contents: serverEntry, resolveDir: ".", sourcefile: "render-page.ts" },
      plugins: [cssModules("styles")],
      platform: "node",
      format: "cjs",
      target: "node20.19",
    }),
    bundle(mode, { ...browser, entryPoints: [`${browserFolder}/hydrate.tsx`], plugins: [cssModules("names")] }),
    bundle(mode, {
      ...browser,
      entryPoints: [`${browserFolder}/drawer.ts`],
      plugins: [cssModules("names"), reactOfPage],
    }),
  ]);
  const scripts = emptied(join(distFolder, "static/checkout"));
  const publish = (name: string, content: string) => {
    const file = `${name}-${createHash("sha256").update(content).digest("hex").slice(0, 16)}.js`;
    writeFileSync(join(scripts, file), content);
    return `/_next/static/checkout/${file}`;
  };
  const drawerScript = publish("sandbox", textOf(drawer, ".js"));
  const words = Object.entries(languageWords).map(([language, texts]) => {
    const script = `window.tradewindCheckout=${JSON.stringify({ words: texts, drawerScript })};\n`;
    return [language, publish(`words-${language}`, script)];
  });
  const assets: PageAssets = {
    scripts: {
      page: publish("page", textOf(page, ".js")),
      words: Object.fromEntries(words) as Record<Language, string>,
    },
    css: textOf(rendered, ".css").trim(),
  };
  const server = emptied(join(distFolder, "checkout"));
  writeFileSync(join(server, "render-page.cjs"), textOf(rendered, ".js"));
  writeFileSync(join(server, "assets.json"), JSON.stringify(assets));
}

const browser: BuildOptions = { platform: "browser", format: "iife", target: browsers };

async function bundle(mode: Mode, options: BuildOptions): Promise<OutputFile[]> {
  const { build } = await import("esbuild");
  const { outputFiles = [] } = await build({
    ...options,
    bundle: true,
    write: false,
    outdir: ".",
    minify: mode === "production",
    jsx: "automatic",
    define: { "process.env.NODE_ENV": JSON.stringify(mode) },
    legalComments: "none",
    logLevel: "error",
  });
  return outputFiles;
}

function textOf(files: readonly OutputFile[], ending: string): string {
  const found = files.find(({ path }) => path.endsWith(ending));
  if (!found) throw new Error(`The build of the hosted page has no ${ending} file.`);
  return found.text;
}

function emptied(folder: string): string {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
}

/**
 * CSS modules: `.field` of `x.module.css` becomes `x-field`, in every bundle. The names of esbuild's own CSS modules
 * differ between bundles. `names`: the bundle gets only the class names, because the page has the styles already.
 */
function cssModules(content: "names" | "styles"): Plugin {
  return {
    name: "css-modules",
    setup({ onLoad, onResolve }) {
      onResolve({ filter: /^css-module:/ }, ({ path }) => ({
        path: path.slice("css-module:".length),
        namespace: "css",
      }));
      onLoad({ filter: /\.module\.css$/, namespace: "css" }, ({ path }) => ({
        contents: readModule(path).styles,
        loader: "css",
      }));
      onLoad({ filter: /\.module\.css$/ }, ({ path }) => {
        const styles = content === "styles" ? `import ${JSON.stringify(`css-module:${path}`)};` : "";
        return { contents: `${styles}export default ${JSON.stringify(readModule(path).names)};`, loader: "js" };
      });
    },
  };
}

function readModule(path: string): { styles: string; names: Record<string, string> } {
  const prefix = basename(path, ".module.css");
  const names: Record<string, string> = {};
  const styles = readFileSync(path, "utf8")
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/\.([a-zA-Z][\w-]*)/g, (_selector, name: string) => {
      names[name] = `${prefix}-${name}`;
      return `.${names[name]}`;
    });
  return { styles, names };
}

/** Takes React from the page's script, see components/checkout/browser/page-scope.ts. */
const reactOfPage: Plugin = {
  name: "react-of-page",
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^react(\/jsx-runtime)?$/ }, ({ path }) => ({ path, namespace: "page" }));
    onLoad({ filter: /./, namespace: "page" }, ({ path }) => ({
      contents: `module.exports = window.tradewindCheckout.react[${JSON.stringify(path)}];`,
      loader: "js",
    }));
  },
};
