import { join } from "node:path";
import { AppError, invalidField } from "@/lib/kit/errors";
import { log } from "@/lib/kit/log";
import { type Ended, type Limits, runLimited, type User } from "./limited-process";
import { type PictureType, pictureTypeOf } from "./picture-type";

const decoder = join(process.cwd(), "lib/user/picture-decoder.mjs");
const heapMegabytes = 64;

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

const nobody: User = { uid: 65_534, gid: 65_534 };
let decodingUser = process.getuid?.() === 0 ? nobody : undefined;

/** As root, by a user who owns nothing; unless that one cannot reach the program, as in a folder of root's own. */
async function decode(type: PictureType, input: Uint8Array): Promise<Ended> {
  const program = { args: [`--max-old-space-size=${heapMegabytes}`, decoder, type], input };
  if (!decodingUser) return runLimited(program, limits);
  const ended = await runLimited({ ...program, user: decodingUser }, limits).catch(() => null);
  // The file is read only after the start, so it has no say in this.
  if (ended && (ended.hasStarted || ended.status === null)) return ended;
  log.warn("pictures are decoded by root, because nobody else can reach the decoder");
  decodingUser = undefined;
  return decode(type, input);
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
