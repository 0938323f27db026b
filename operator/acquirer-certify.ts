import { LaunchError } from "@/launch/processes";
import { now } from "@/lib/kit/clock";
import { beginFile } from "./new-file";
import { currency, filePath, platform, subcommand } from "./subcommand";

/** Tests the staging gateway with test cards. It stores no payment, only which answers contain the result of 3DS. */
export const certifyAcquirer = subcommand({
  help: "Ask staging the questions that no document answers, pay the acquirer's certification list, write a report.",
  options: {
    platform: { value: "code", isRequired: true, read: platform, help: "The platform of the terminal." },
    currency: { value: "code", isRequired: true, read: currency, help: "The currency of the terminal." },
    terminal: { value: "id", help: "A terminal of staging. Default: the first in the order." },
    report: { value: "file", help: "The new Markdown file. Default: acquirer-report-<platform>-<currency>-<date>.md." },
    only: { value: "question", help: "Ask only this question, or pay only the list: certification." },
    "keep-one": { help: "Leave one charge open, for settled-void on the next day." },
    "settled-sale": { value: "id", help: "A settled payment of an earlier run, for settled-void." },
  },
  async run(_args, { report, only, "keep-one": keepsOne, "settled-sale": settledSale, ...chosen }) {
    const { certify, pause } = await import("@/emulator/certification");
    const path = filePath(
      report ?? `acquirer-report-${chosen.platform}-${chosen.currency}-${now().toISOString().slice(0, 10)}.md`,
      "report",
    );
    const { finish, discard } = await beginFile(path, "report");
    const options = { ...chosen, only, settledSale, keepsOne };
    try {
      const result = await certify(options, { wait: pause, print: (line) => console.log(line) });
      await finish(result.report).catch((error) => {
        // Asking again would take payments again, so the report must not be lost.
        console.log(result.report);
        throw error;
      });
      const summary = `${result.summary}\nThe report is in ${path}.`;
      if (!result.isGood) throw new LaunchError(summary);
      console.log(summary);
    } finally {
      discard();
    }
  },
});
