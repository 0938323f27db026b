import { readFile } from "node:fs/promises";
import { LaunchError } from "@/launch/processes";
import { commandLine } from "@/lib/kit/commands";
import { newUlid } from "@/lib/kit/ids";
import { formatMinor } from "@/lib/kit/money";
import type { Environment, Platform } from "@/lib/reference/platforms";
import { listBatches, readResults, sendBatch, writeBatch } from "@/lib/withdrawals/operate-withdrawals";
import { beginFile } from "./new-file";

type ExportOptions = { environment: Environment; platform?: Platform | undefined; batch?: string | undefined };

/** Prints the batch id before it changes any withdrawal, so that `--batch` can repeat an interrupted export. */
export async function exportFile(path: string, { environment, platform, batch: known }: ExportOptions): Promise<void> {
  const { finish } = await beginFile(path, "file");
  const batch = known ?? newUlid();
  console.log(`Batch ${batch}`);
  try {
    const moved = known ? null : await sendBatch(batch, { environment, platform });
    const { count, file } = await writeBatch(batch);
    if (count === 0)
      return console.log(known ? "The batch has no processing withdrawals." : "No withdrawals are waiting.");
    await finish(file);
    console.log(`${count} withdrawals in ${path}.`);
    if (moved?.waiting) console.log(`${moved.waiting} more are waiting: export again, into another file.`);
  } catch (error) {
    console.error(
      `No file was written. Try again with: ${commandLine("withdrawals", "export", path, "--batch", batch)}`,
    );
    throw error;
  }
}

export async function showBatches(): Promise<void> {
  const batches = await listBatches();
  for (const { batch, sentAt, currency, amount, count } of batches) {
    console.log(`${batch} of ${sentAt.toISOString()}: ${count} processing, ${currency} ${formatMinor(amount)}`);
  }
  if (batches.length === 0) console.log("No batch is processing.");
}

export async function importFile(path: string): Promise<void> {
  const text = await readFile(path, "utf8").catch((error) => {
    throw new LaunchError(`The file cannot be read: ${error.message}`);
  });
  const reports = await readResults(text);
  for (const { line, message } of reports) console.log(`line ${line}: ${message}`);
  const wrong = reports.filter(({ isWrong }) => isWrong).length;
  if (wrong > 0) throw new LaunchError(`${wrong} of ${reports.length} lines were rejected.`);
}
