import { AppError, invalidField } from "@/lib/kit/errors";
import { log } from "@/lib/kit/log";
import { type Ended, isShortage, type Limits, runLimited } from "./limited-process";
import { type PictureType, pictureTypeOf } from "./picture-type";
import { type PreparedDecoder, prepareDecoder } from "./prepare-decoder";

const limits: Limits = {
  startMs: 10_000,
  workMs: 2_000,
  fairCpuMs: 500,
  memoryBytes: 256 * 1024 * 1024,
  outputBytes: 512 * 1024,
};

/** So many that a picture need not wait for others that are up to no good until their time is over. */
const runningMax = 6;
const waitingMax = 24;
const waiting: (() => void)[] = [];
let running = 0;

/** The decoder's own status for a file that it would not draw, with one of these words (picture-decoder.mjs). */
const refusedStatus = 10;
const problems: Readonly<Record<string, string>> = {
  animated: "may not be animated.",
  pixels: "may not have more than 25 megapixels.",
  references: "may not contain entities, scripts, movement, copies of copies or references to other documents.",
};
const unreadable = "could not be read.";

/** 200 × 200 pixels as PNG, drawn in another process of whatever was uploaded. */
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

/** Without a decoder that may run, pictures are refused. The next one tries again to prepare it. */
async function decode(type: PictureType, input: Uint8Array): Promise<Ended> {
  prepared ??= prepareDecoder(limits);
  try {
    const { args, ...where } = await prepared;
    const ended = await runLimited({ args: [...args, type], input, ...where }, limits);
    // The file is read only after the start, so it cannot cause this.
    if (!ended.hasStarted && ended.status !== null)
      throw new Error(`It ended with status ${ended.status} before it started.`);
    return ended;
  } catch (error) {
    prepared = undefined;
    if (!isShortage(error))
      log.error({ err: error }, "pictures are refused with 503: the picture decoder cannot be started");
    throw tooBusy();
  }
}

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= runningMax) {
    if (waiting.length >= waitingMax) throw tooBusy();
    // Whoever ends hands its place over, so that nobody comes between.
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
