import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import type { Plugin } from "esbuild";

/**
 * CSS modules: each class gets a short name, which is the same in every bundle (0.7 KB of the compressed page). The
 * names of esbuild's own CSS modules differ between bundles. `names`: the bundle gets only the class names, because the
 * page has the styles already.
 */
export function cssModules(content: "names" | "styles"): Plugin {
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

/**
 * Writes class names into the code: `styles.field` becomes its short name. A table of all names remains only for
 * modules whose names the code looks up. This saves 1 KB of the compressed script.
 */
export const classNames: Plugin = {
  name: "class-names",
  setup({ onLoad }) {
    onLoad({ filter: /\.tsx$/ }, ({ path }) => ({
      contents: withClassNames(path, readFileSync(path, "utf8")),
      loader: "tsx",
    }));
  },
};

function withClassNames(path: string, code: string): string {
  const imports = code.matchAll(/^import (\w+) from "(.+\.module\.css)";$/gm);
  return [...imports].reduce((text, [_import, table, module = ""]) => {
    const file = module.startsWith("@/") ? module.slice(2) : join(dirname(path), module);
    const use = new RegExp(`(?<![/.\\w"])${table}\\.(\\w+)`, "g");
    return text.replace(use, (_use, name: string) => JSON.stringify(shortName(relative("components", file), name)));
  }, code);
}

function readModule(path: string): { styles: string; names: Record<string, string> } {
  const names: Record<string, string> = {};
  const styles = readFileSync(path, "utf8")
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(classSelector, (_selector, name: string) => {
      names[name] = shortName(relative("components", path), name);
      return `.${names[name]}`;
    });
  return { styles, names };
}

/** Numbers the classes of all modules in the order of their paths, so that each build names them alike. */
function shortName(file: string, name: string): string {
  const numbered = classNumbers.get(`${file} ${name}`) ?? numberClasses().get(`${file} ${name}`);
  return `_${numbered?.toString(36)}`;
}

const classNumbers = new Map<string, number>();

function numberClasses(): ReadonlyMap<string, number> {
  const files = readdirSync("components", { recursive: true, encoding: "utf8" });
  for (const file of files.filter((path) => path.endsWith(".module.css")).sort()) {
    for (const [, name] of readFileSync(join("components", file), "utf8").matchAll(classSelector)) {
      const key = `${file} ${name}`;
      if (!classNumbers.has(key)) classNumbers.set(key, classNumbers.size);
    }
  }
  return classNumbers;
}

const classSelector = /\.([a-zA-Z][\w-]*)/g;
