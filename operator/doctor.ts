import type { CheckResult } from "./doctor/checks";
import { printJson } from "./print";
import { type Command, filePath, subcommand } from "./subcommand";

/** Checks a configuration and a running system. It also works while they are broken. */
export const doctor: Command = {
  name: "doctor",
  summary: "Check the configuration and the running system, and say what to do.",
  subcommands: {
    check: subcommand({
      help: "Run every check and print one line for each finding: ok, warning or problem.",
      options: {
        json: { help: "Print the findings as JSON." },
        "backup-marker": {
          value: "file",
          read: filePath,
          help: "A file that the backup job touches after each backup that succeeded.",
        },
      },
      changesNothing: true,
      needsNoDatabase: true,
      async run(_args, { json, "backup-marker": marker }) {
        const { examine } = await import("./doctor/examine");
        const results = await examine(marker);
        if (json) printJson(results);
        else for (const line of results.map(lineOf)) console.log(line);
        if (results.some(({ level }) => level === "problem")) process.exitCode = 1;
      },
    }),
  },
  notes: "The exit code is 1 if there is a problem. Run it with the variables of the web process. It prints no secret.",
};

const lineOf = ({ level, check, message, action }: CheckResult) =>
  `${level.padEnd(7)}  ${check}: ${message}${action ? ` → ${action}` : ""}`;
