import { readFileSync } from "node:fs";
import type { Plugin } from "esbuild";
import { LaunchError } from "@/launch/processes";

/**
 * The functions of react-hook-form that the hosted page never calls. It registers inputs and holds their errors with
 * the library, but validates and submits the form itself (components/checkout/form/use-field-errors.ts). They are
 * methods of one object, so a bundler cannot leave them out. Without them the compressed script is 3 KB smaller.
 */
const unused = [
  "validateField",
  "executeBuiltInValidation",
  "executeSchemaAndUpdateState",
  "validateForm",
  "trigger",
  "handleSubmit",
  "_reset",
  "resetField",
  "_setFieldArray",
  "resetDefaultValues",
  "setFocus",
  "setValues",
  "watch",
];

export const trimmedFormLibrary: Plugin = {
  name: "trimmed-form-library",
  setup({ onLoad }) {
    onLoad({ filter: /react-hook-form[\\/]dist[\\/]index\.esm\.mjs$/ }, ({ path }) => ({
      contents: unused.reduce(withoutBody, readFileSync(path, "utf8")),
      loader: "js",
    }));
  },
};

/** Empties a function. It ends with the first line that closes a bracket at the indentation of its first line. */
function withoutBody(source: string, name: string): string {
  const [first, indentation = "", head] =
    new RegExp(`^( *)((?:const|var) ${name} = )(?:async )?\\(`, "m").exec(source) ?? [];
  if (!first) throw new LaunchError(`react-hook-form has no function ${name}: see trimmed-form-library.ts.`);
  const start = source.indexOf(first);
  const last = `\n${indentation}};\n`;
  const end = source.indexOf(last, start);
  return `${source.slice(0, start)}${indentation}${head}() => {};\n${source.slice(end + last.length)}`;
}
