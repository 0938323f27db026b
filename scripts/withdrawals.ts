import { open, readFile, rm } from "node:fs/promises";
import { parseArgs } from "node:util";
import { type Environment, environments, type Platform, platformCodes } from "@/lib/reference/platforms";
import type { Batch } from "@/lib/withdrawals/operate-withdrawals";
import { operatorCommand } from "./launch/operator-command";
import { LaunchError } from "./launch/processes";

const usage = `npm run withdrawals -- <what>

  export   <file> [--environment live] [--platform TT]   writes all that wait into a bank file; they are processing then
  export   <file> --batch <id>                           writes what is processing of a batch once more
  import   <file>                                        reads what became of them: transaction_id,completed|refunded
  hold     <transaction id>                              keeps a pending one from going out
  release  <transaction id>                              lets a held one go out
  show     <transaction id>

Bank files hold account and identity numbers in clear: keep them where only the bank's channel reads them.`;

const verbs = ["export", "import", "hold", "release", "show"] as const;

type Request = ReturnType<typeof readRequest>;

function readRequest(args: string[]) {
  const { values, positionals } = parseOrThrow(args);
  const [given, what = ""] = positionals;
  const verb = verbs.find((known) => known === given);
  if (!verb || !what) throw new LaunchError(usage);
  return {
    verb,
    what,
    batch: values.batch,
    environment: oneOf<Environment>("--environment", environments, values.environment.toLowerCase()),
    platform: values.platform && oneOf<Platform>("--platform", platformCodes, values.platform.toUpperCase()),
  };
}

function parseOrThrow(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        environment: { type: "string", default: "live" },
        platform: { type: "string" },
        batch: { type: "string" },
      },
    });
  } catch (error) {
    throw new LaunchError(`${(error as Error).message}\n\n${usage}`);
  }
}

function oneOf<Value extends string>(option: string, values: readonly Value[], given: string): Value {
  const known = values.find((value) => value === given);
  if (!known) throw new LaunchError(`${option} must be one of ${values.join(", ")}.`);
  return known;
}

/** The operator's command: it moves withdrawals on, and speaks with the bank by files. */
await operatorCommand(readRequest, operate);

async function operate(request: Request): Promise<void> {
  const { verb, what } = request;
  const { holdWithdrawal, releaseWithdrawal, showWithdrawal } = await import("@/lib/withdrawals/operate-withdrawals");
  switch (verb) {
    case "export":
      return exportFile(request);
    case "import":
      return importFile(what);
    case "show":
      console.log(JSON.stringify(await showWithdrawal(what), null, 2));
      return;
    case "hold":
      await holdWithdrawal(what);
      break;
    case "release":
      await releaseWithdrawal(what);
      break;
  }
  console.log(`Done: ${verb} ${what}.`);
}

/** The file comes first: where it cannot be written, nothing is to move. */
async function exportFile({ what: path, batch: known, environment, platform }: Request): Promise<void> {
  const { sendBatch, writeBatch } = await import("@/lib/withdrawals/operate-withdrawals");
  const file = await open(path, "wx", 0o600).catch((error) => {
    throw new LaunchError(`The file cannot be written: ${error.message}`);
  });
  let written: Batch | undefined;
  try {
    const made = known ? await writeBatch(known) : await sendBatch({ environment, platform: platform || undefined });
    if (made.count > 0) await writeFile(made);
    written = made;
  } finally {
    await file.close();
    if (!written?.count) await rm(path, { force: true });
  }
  const none = known ? `Nothing of batch ${known} is processing.` : "Nothing is waiting.";
  console.log(written.count > 0 ? `Batch ${written.batch}: ${written.count} withdrawals in ${path}.` : none);

  async function writeFile({ batch, file: text }: Batch): Promise<void> {
    await file.writeFile(text).catch((error) => {
      throw new LaunchError(`Batch ${batch} could not be written (${error.message}): export it again with --batch.`);
    });
  }
}

async function importFile(path: string): Promise<void> {
  const { readResults } = await import("@/lib/withdrawals/operate-withdrawals");
  const text = await readFile(path, "utf8").catch((error) => {
    throw new LaunchError(`The file cannot be read: ${error.message}`);
  });
  const reports = await readResults(text);
  for (const { line, says } of reports) console.log(`line ${line}: ${says}`);
  const wrong = reports.filter(({ isWrong }) => isWrong).length;
  if (wrong > 0) throw new LaunchError(`${wrong} of ${reports.length} lines could not be taken.`);
}
