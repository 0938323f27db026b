import { Socket } from "node:net";
import sharp from "sharp";
import { cleanSvg, problemOf } from "./picture-svg.mjs";

/**
 * Draws the picture that comes in on stdin as a small square PNG on stdout. A program of its own, for
 * plain Node.js: whatever a file makes the decoders do, the process that runs this can be killed.
 * Its one argument is the picture's type, as the file's first bytes tell it (picture-type.ts).
 */
const sidePixels = 200;
const pixelsMax = 25_000_000;
const densityDefault = 72;
const densityMin = 1;
const densityMax = 100_000;
/** Told by the exit status, with the reason on stdout; any other failure is ours (draw-picture.ts). */
const refusedStatus = 10;

class Refusal extends Error {}

const loaders = {
  gif: "VipsForeignLoadNsgifBuffer",
  jpeg: "VipsForeignLoadJpegBuffer",
  png: "VipsForeignLoadPngBuffer",
  svg: "VipsForeignLoadSvgBuffer",
};

/** One thread and nothing kept, for a process that draws one picture; and no reader but the one that is meant. */
function restrictSharp(type) {
  sharp.concurrency(1);
  sharp.cache(false);
  sharp.block({ operation: ["VipsForeignLoad"] });
  if (type in loaders) sharp.unblock({ operation: [loaders[type]] });
}

async function open(type, bytes) {
  switch (type) {
    case "bmp":
      return openBmp(bytes);
    case "svg":
      return openSvg(bytes);
    default:
      return openRaster(type, bytes);
  }
}

const reading = { limitInputPixels: pixelsMax, failOn: "truncated", sequentialRead: true };

async function openRaster(type, bytes) {
  const { width, height } = await sharp(bytes, { ...reading, limitInputPixels: false }).metadata();
  checkPixels(width, height);
  // Of an animated GIF, sharp decodes the first frame only.
  if (type === "png" && framesOf(bytes) > 1) throw new Refusal("animated");
  return sharp(bytes, { ...reading, autoOrient: true });
}

/** Drawn as large as it is needed, whatever size it says it has. */
async function openSvg(bytes) {
  const text = cleanSvg(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  const problem = problemOf(text);
  if (problem) throw new Refusal(problem);
  const plain = Buffer.from(text);
  const { width, height } = await sharp(plain, { ...reading, limitInputPixels: false }).metadata();
  const wanted = (densityDefault * sidePixels) / Math.min(width, height);
  const density = Math.min(Math.max(wanted, densityMin), densityMax);
  checkPixels((width * density) / densityDefault, (height * density) / densityDefault);
  return sharp(plain, { ...reading, density });
}

const coreHeaderLength = 12;
const uncompressed = new Set([0, 3]);

/** The header is checked against the file's length first: the decoder would believe it. */
async function openBmp(bytes) {
  const isCore = bytes.readUInt32LE(14) === coreHeaderLength;
  const width = isCore ? bytes.readUInt16LE(18) : bytes.readInt32LE(18);
  const height = Math.abs(isCore ? bytes.readUInt16LE(20) : bytes.readInt32LE(22));
  checkPixels(width, height);
  const bitsPerPixel = bytes.readUInt16LE(isCore ? 24 : 28);
  const compression = isCore ? 0 : bytes.readUInt32LE(30);
  const rowBytes = Math.ceil((width * bitsPerPixel) / 32) * 4;
  const dataBytes = uncompressed.has(compression) ? rowBytes * height : bytes.readUInt32LE(34);
  const isWhole = dataBytes > 0 && bytes.readUInt32LE(10) + dataBytes <= bytes.length;
  if (!isWhole) throw new Refusal("unreadable");
  // Loaded only where it is needed: starting takes most of an ordinary picture's time.
  const { decode } = await import("@cwasm/nsbmp");
  const decoded = decode(bytes);
  return sharp(decoded.data, { raw: { width: decoded.width, height: decoded.height, channels: 4 } });
}

function checkPixels(width, height) {
  if (!(width > 0 && height > 0)) throw new Refusal("unreadable");
  if (width * height > pixelsMax) throw new Refusal("pixels");
}

/** What a PNG says of itself, where it says that it is animated at all. */
function framesOf(png) {
  for (let at = 8; at + 12 <= png.length; at += 12 + png.readUInt32BE(at)) {
    if (png.toString("latin1", at + 4, at + 8) === "acTL") return png.readUInt32BE(at + 8);
  }
  return 1;
}

/** Between reading and writing there are only pixels: nothing else of the file can come along. */
async function draw(picture) {
  const { data, info } = await picture
    .resize(sidePixels, sidePixels, { fit: "cover" })
    .toColourspace("srgb")
    .ensureAlpha()
    .raw({ depth: "uchar" })
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  return sharp(data, { raw: { width, height, channels } }).png({ compressionLevel: 9 }).toBuffer();
}

async function readInput() {
  const chunks = [];
  for await (const chunk of process.stdin) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Whoever started this is at the other end. Once nobody is there any more, the work is for nothing. */
const starter = new Socket({ fd: 3 });
starter.on("error", () => undefined);
starter.on("close", () => process.kill(process.pid, "SIGKILL"));
starter.resume().unref();

const type = process.argv[2];
restrictSharp(type);
// From here on the time counts (limited-process.ts).
starter.write(".");
try {
  process.stdout.write(await draw(await open(type, await readInput())));
} catch (error) {
  process.stdout.write(error instanceof Refusal ? error.message : "unreadable");
  process.exitCode = refusedStatus;
}
