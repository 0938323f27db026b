import { existsSync, rmSync } from "node:fs";
import { link, open, readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { newUlid } from "@/lib/kit/ids";
import { formatMinor } from "@/lib/kit/money";
import { type Environment, environments, type Platform, platformCodes } from "@/lib/reference/platforms";
import { operatorCommand } from "./launch/operator-command";
import { LaunchError } from "./launch/processes";

const usage = `npm run withdrawals -- <what>

  export   <file> [--environment live] [--platform TT]   writes those that wait into a bank file; they are processing then
  export   <file> --batch <id>                           writes what is processing of a batch once more
  batches                                                which batches the bank has not answered for in full
  import   <file>                                        reads what became of them: transaction_id,completed|refunded
  hold     <transaction id>                              keeps a pending one, or one that waits for its owner's answer, from going out
  release  <transaction id>                              lets a held one go out
  show     <transaction id>

Bank files hold account and identity numbers in clear: keep them where only the bank's channel reads them.`;

const verbs = ["export", "batches", "import", "hold", "release", "show"] as const;

type Request = ReturnType<typeof readRequest>;

function readRequest(args: string[]) {
  const { values, positionals } = parseOrThrow(args);
  const [given, what = ""] = positionals;
  const verb = verbs.find((known) => known === given);
  if (!verb || (!what && verb !== "batches")) throw new LaunchError(usage);
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
    case "batches":
      return showBatches();
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

/** The batch is named before anything moves: whatever interrupts us then, it can be asked for. */
async function exportFile({ what: path, batch: known, environment, platform }: Request): Promise<void> {
  const { sendBatch, writeBatch } = await import("@/lib/withdrawals/operate-withdrawals");
  const finish = await beginFile(path);
  const batch = known ?? newUlid();
  console.log(`Batch ${batch}`);
  try {
    const moved = known ? null : await sendBatch(batch, { environment, platform: platform || undefined });
    const { count, file } = await writeBatch(batch);
    if (count === 0) return console.log(known ? "Nothing of it is processing." : "Nothing is waiting.");
    await finish(file);
    console.log(`${count} withdrawals in ${path}.`);
    if (moved?.waiting) console.log(`${moved.waiting} more are waiting: export again, into another file.`);
  } catch (error) {
    console.error(`No file was written. Do it again with: npm run withdrawals -- export ${path} --batch ${batch}`);
    throw error;
  }
}

/** A file has its name only once it is whole and on the disk. Until then it is the part beside it. */
async function beginFile(path: string): Promise<(text: string) => Promise<void>> {
  const failed = (error: Error) => {
    throw new LaunchError(`The file cannot be written: ${error.message}`);
  };
  if (existsSync(path)) throw new LaunchError(`The file cannot be written: ${path} exists already.`);
  const part = `${path}.part`;
  const file = await open(part, "wx", 0o600).catch(failed);
  // Also when we are interrupted: what is in it must not lie about.
  process.once("exit", () => rmSync(part, { force: true }));
  return async (text) => {
    await file.writeFile(text).catch(failed);
    await file.sync().catch(failed);
    await file.close();
    // Unlike a new name, a second one never takes the place of another file.
    await link(part, path).catch(failed);
  };
}

async function showBatches(): Promise<void> {
  const { listBatches } = await import("@/lib/withdrawals/operate-withdrawals");
  const batches = await listBatches();
  for (const { batch, sentAt, currency, amount, count } of batches) {
    console.log(`${batch} of ${sentAt.toISOString()}: ${count} processing, ${currency} ${formatMinor(amount)}`);
  }
  if (batches.length === 0) console.log("No batch is processing.");
}

async function importFile(path: string): Promise<void> {
  const { readResults } = await import("@/lib/withdrawals/operate-withdrawals");
  const text = await readFile(path, "utf8").catch((error) => {
    throw new LaunchError(`The file cannot be read: ${error.message}`);
  });
  const reports = await readResults(text);
  for (const { line, message } of reports) console.log(`line ${line}: ${message}`);
  const wrong = reports.filter(({ isWrong }) => isWrong).length;
  if (wrong > 0) throw new LaunchError(`${wrong} of ${reports.length} lines could not be taken.`);
}
