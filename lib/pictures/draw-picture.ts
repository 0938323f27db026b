import { env } from "@/lib/kit/env";
import { AppError, invalidField } from "@/lib/kit/errors";
import { log } from "@/lib/kit/log";
import { isShortage, type Limits, type ProcessResult, runLimited } from "./limited-process";
import { type PictureType, pictureTypeOf } from "./picture-type";
import { type PreparedDecoder, prepareDecoder } from "./prepare-decoder";

const limits: Limits = {
  startMs: 10_000,
  workMs: 2_000,
  fairCpuMs: 500,
  memoryBytes: 256 * 1024 * 1024,
  outputBytes: 512 * 1024,
};

/** The decoders at once, of all web processes. Enough that a picture does not wait until malicious ones time out. */
const runningMax = 6;
const ownMax = () => Math.max(2, Math.floor(runningMax / env().WEB_PROCESSES));
const waitingMax = 24;
const waiting: (() => void)[] = [];
let running = 0;

/** The decoder's exit status for a refused file, with one of the keys of `problems` on stdout (picture-decoder.mjs). */
const refusedStatus = 10;
const problems: Readonly<Record<string, string>> = {
  animated: "may not be animated.",
  pixels: "may not have more than 25 megapixels.",
  references: "may not contain entities, scripts, movement, copies of copies or references to other documents.",
};
const unreadable = "could not be read.";

/** Decodes the uploaded picture in a separate process, and returns a PNG of 200 × 200 pixels. */
export async function drawPicture(file: Uint8Array): Promise<Buffer> {
  const type = pictureTypeOf(file);
  if (!type) throw invalidField("picture", "must be a file of type: bmp, gif, jpeg, jpg, png, svg.");
  const { status, output, isStarved } = await inTurn(() => decode(type, file));
  if (status === 0 && pictureTypeOf(output) === "png") return output;
  if (status === null) throw isStarved ? tooBusy() : invalidField("picture", unreadable);
  if (status === refusedStatus) throw invalidField("picture", problems[output.toString()] ?? unreadable);
  throw new Error(`The picture decoder ended with status ${status} and ${output.length} bytes.`);
}

let prepared: Promise<PreparedDecoder> | undefined;

/** If the decoder cannot be started, the upload gets 503, and the next upload prepares the decoder again. */
async function decode(type: PictureType, input: Uint8Array): Promise<ProcessResult> {
  prepared ??= prepareDecoder(limits);
  try {
    const { args, ...where } = await prepared;
    const ended = await runLimited({ args: [...args, type], input, ...where }, limits);
    // A decoder that ends before it has started has not read the file yet, so the file is not the cause.
    if (!ended.hasStarted && ended.status !== null)
      throw new Error(`The decoder ended with status ${ended.status} before it started.`);
    return ended;
  } catch (error) {
    prepared = undefined;
    if (!isShortage(error))
      log.error({ err: error }, "pictures are refused with 503: the picture decoder cannot be started");
    throw tooBusy();
  }
}

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= ownMax()) {
    if (waiting.length >= waitingMax) throw tooBusy();
    // The next finished picture hands its place to the first in the queue, so that no later upload overtakes it.
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

const tooBusy = () => new AppError("unavailable", "Service Unavailable", { headers: { "retry-after": "2" } });
