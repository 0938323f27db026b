import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, watch, writeFileSync } from "node:fs";
import { join, parse } from "node:path";
import type { BuildOptions, OutputFile, Plugin } from "esbuild";
import { countryLists, otherLists } from "@/components/checkout/places/country-lists";
import type { PageAssets } from "@/components/checkout/server/render-page";
import type { Words } from "@/components/checkout/words/en";
import type { wordsOf } from "@/components/checkout/words/words-of";
import { languageCodes } from "@/lib/reference/languages";
import { countryOptions } from "@/lib/reference/places/countries";
import { type Purpose, purposes } from "@/lib/reference/purposes";
import { writeBrandFiles } from "./brand-files";
import { classNames, cssModules } from "./css-modules";
import { lowerCss } from "./lower-css";
import { trimmedFormLibrary } from "./trimmed-form-library";

/**
 * Builds the hosted page: one bundle that renders it on the server, and the browser's scripts. Another bundle renders
 * payment links and receipts, whose script is in public/. The scripts have digests in their names and are in the folder
 * of static files that Next.js serves.
 */
const serverEntry = (module: string) => `import "./app/tokens.css"; export * from "./${module}";`;
const browserFolder = "components/checkout/browser";
/** The browsers that Next.js supports, so that the hosted page works in the same browsers as before. */
const browsers = ["chrome111", "edge111", "firefox111", "safari16.4"];

type Mode = "production" | "development";

export async function buildCheckout(distFolder: string, mode: Mode): Promise<void> {
  const [rendered, links, page, drawer] = await Promise.all([
    bundleRenderer(mode, "components/checkout/server/render-page"),
    bundleRenderer(mode, "components/links/server/render-links"),
    bundle(mode, {
      ...browser,
      entryPoints: [`${browserFolder}/hydrate.tsx`],
      plugins: [cssModules("names"), classNames, jsxVariables, trimmedFormLibrary],
      ...(mode === "production" && { define: unusedGlobals }),
    }),
    bundle(mode, {
      ...browser,
      entryPoints: [`${browserFolder}/drawer.ts`],
      plugins: [cssModules("styles"), classNames, reactOfPage],
    }),
  ]);
  const scripts = emptied(join(distFolder, "static/checkout"));
  const server = emptied(join(distFolder, "checkout"));
  const publish = (name: string, content: string) => `/_next/static/checkout/${writeDigested(scripts, name, content)}`;
  const drawerScript = publish("sandbox.js", adopting(textOf(drawer, ".css")) + textOf(drawer, ".js"));
  const readWords = await wordsReader(mode);
  const words = mapKeys(languageCodes, (language) => {
    const lists = otherLists(countryLists(countryOptions(language), readWords(language)));
    const countries = publish(`countries-${language}.json`, JSON.stringify(lists));
    return mapKeys(purposes, (purpose) => {
      const scope = JSON.stringify({
        words: browserWords(readWords(language, purpose), purpose),
        countries,
        drawerScript,
      });
      return publish(`words-${language}-${purpose}.js`, `window.tradewindCheckout=${scope};\n`);
    });
  });
  const assets: PageAssets = {
    renderer: writeDigested(server, "render-page.cjs", textOf(rendered, ".js")),
    scripts: { page: publish("page.js", await minifyAgain(textOf(page, ".js"), mode)), words },
    style: publish(
      "page.css",
      withoutUnusedVariables(lowerCss(textOf(rendered, ".css")), textOf(drawer, ".css") + readWordmark()),
    ),
    links: {
      renderer: writeDigested(server, "render-links.cjs", textOf(links, ".js")),
      style: publish("links.css", withoutUnusedVariables(lowerCss(textOf(links, ".css")), readWordmark())),
    },
  };
  writeFileSync(join(server, "assets.json"), JSON.stringify(assets));
}

const bundleRenderer = (mode: Mode, module: string): Promise<OutputFile[]> =>
  bundle(mode, {
    stdin: { contents: serverEntry(module), resolveDir: ".", sourcefile: "renderer.ts" },
    plugins: [cssModules("styles")],
    platform: "node",
    format: "cjs",
    target: "node20.19",
    // The addresses of fonts.
    external: ["/_next/*"],
  });

/** Builds the hosted page for the development server, now and after each change of its sources. */
export async function watchCheckout(distFolder: string): Promise<void> {
  writeBrandFiles(distFolder);
  const build = () => buildCheckout(distFolder, "development");
  await build();
  let timer: ReturnType<typeof setTimeout>;
  for (const folder of ["app", "components", "lib"]) {
    watch(folder, { recursive: true, persistent: false }, () => {
      clearTimeout(timer);
      // esbuild prints its own errors. The page stays as it was until the next change.
      timer = setTimeout(() => void build().catch(() => {}), rebuildAfterMs);
    });
  }
}

/** An editor may write several files at once. */
const rebuildAfterMs = 100;

/** Bundles and runs the module with the texts, because an import would not see later changes of it. */
async function wordsReader(mode: Mode): Promise<typeof wordsOf> {
  const files = await bundle(mode, { entryPoints: ["components/checkout/words/words-of.ts"], format: "esm" });
  const code = Buffer.from(textOf(files, ".js")).toString("base64");
  const module = await import(`data:text/javascript;base64,${code}`);
  return module.wordsOf;
}

/** Leaves out the texts that only the server needs, and those of the page that stores a card on other pages. */
function browserWords({ missing: _missing, summary: _summary, storing, ...words }: Words, purpose: Purpose) {
  return purpose === "card_create" ? { ...words, storing } : words;
}

function mapKeys<Key extends string, Value>(keys: readonly Key[], toValue: (key: Key) => Value): Record<Key, Value> {
  return Object.fromEntries(keys.map((key) => [key, toValue(key)])) as Record<Key, Value>;
}

/**
 * React uses these globals for its developer tools, for the browser's loading indicator during transitions, which the
 * page does not have, and for errors in Node.js. Without them, the minifiers remove 0.6 KB of the compressed script.
 */
const unusedGlobals = {
  __REACT_DEVTOOLS_GLOBAL_HOOK__: "undefined",
  navigation: "undefined",
  process: "undefined",
};

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
    define: { "process.env.NODE_ENV": JSON.stringify(mode), ...options.define },
    legalComments: "none",
    logLevel: "error",
  });
  return outputFiles;
}

/** Vite's minifier removes 2 % of the compressed script that esbuild's leaves. */
async function minifyAgain(script: string, mode: Mode): Promise<string> {
  if (mode !== "production") return script;
  const { minify } = await import("vite");
  const { code, errors } = await minify("page.js", script, { compress: { target: browsers } });
  if (errors.length > 0) throw new Error(`The page's script cannot be minified: ${errors[0]?.message}`);
  return code;
}

/** Code that adds styles to the page. The Content-Security-Policy refuses a `<style>` without its nonce. */
function adopting(css: string): string {
  const text = JSON.stringify(lowerCss(css));
  return `{let sheet=new CSSStyleSheet();sheet.replaceSync(${text});document.adoptedStyleSheets.push(sheet)}\n`;
}

/**
 * The tokens are for all pages, and the hosted page needs about half of them. `users` are other texts that use tokens:
 * the styles of the drawer, and our wordmark.
 */
function withoutUnusedVariables(css: string, users: string): string {
  const declared = [...css.matchAll(/(?<=[{;])(--[\w-]+):[^;}]*;?/g)];
  const unused = declared.filter(([, name]) => !`${css}${users}`.includes(`var(${name}`));
  if (unused.length === 0) return css;
  const rest = unused.reduce((kept, [declaration]) => kept.replace(declaration, ""), css);
  return withoutUnusedVariables(rest, users);
}

const readWordmark = () => readFileSync("components/ui/brand/drawings/wordmark.svg", "utf8");

function textOf(files: readonly OutputFile[], ending: string): string {
  const found = files.find(({ path }) => path.endsWith(ending));
  if (!found) throw new Error(`The build of the hosted page has no ${ending} file.`);
  return found.text;
}

/** Writes a file whose name contains a digest of its content, and returns the name. */
function writeDigested(folder: string, name: string, content: string): string {
  const { name: stem, ext } = parse(name);
  const file = `${stem}-${createHash("sha256").update(content).digest("hex").slice(0, 16)}${ext}`;
  writeFileSync(join(folder, file), content);
  return file;
}

function emptied(folder: string): string {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
}

/**
 * esbuild writes `(0, runtime.jsx)()` for each element, because React's runtime is a CommonJS module. As variables of
 * the bundle, the functions are called as `jsx()`, which saves 0.6 KB of the compressed script.
 */
const jsxVariables: Plugin = {
  name: "jsx-variables",
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^react\/jsx-runtime$/ }, ({ path, namespace }) =>
      namespace === "jsx" ? undefined : { path, namespace: "jsx" },
    );
    onLoad({ filter: /./, namespace: "jsx" }, ({ path }) => ({
      contents: `import * as runtime from "${path}"; export const { Fragment, jsx, jsxs } = runtime;`,
      loader: "js",
      resolveDir: process.cwd(),
    }));
  },
};

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
