import { Socket } from "node:net";
import sharp from "sharp";
import { cleanSvg, problemOf } from "./picture-svg.mjs";

/**
 * Reads a picture from stdin and writes a small square PNG to stdout. It is a separate Node.js program, so that the web
 * process can kill it if a malicious file keeps it busy. Its only argument is the picture's type, determined from the
 * file's content (picture-type.ts).
 */
const sidePixels = 200;
const pixelsMax = 25_000_000;
const densityDefault = 72;
const densityMin = 1;
const densityMax = 100_000;
/** Exit status of a refused file, with the reason on stdout. Other statuses are internal errors (draw-picture.ts). */
const refusedStatus = 10;

class Refusal extends Error {}

const loaders = {
  gif: "VipsForeignLoadNsgifBuffer",
  jpeg: "VipsForeignLoadJpegBuffer",
  png: "VipsForeignLoadPngBuffer",
  svg: "VipsForeignLoadSvgBuffer",
};

/**
 * Uses one thread and no cache, because the process draws one picture. Blocks every loader of sharp except the one for
 * the picture's type.
 */
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
  // For an animated GIF, sharp decodes only the first frame.
  if (type === "png" && framesOf(bytes) > 1) throw new Refusal("animated");
  return sharp(bytes, { ...reading, autoOrient: true });
}

/** Renders an SVG at the needed size, whatever size the file declares. */
async function openSvg(bytes) {
  const text = cleanSvg(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  const problem = problemOf(text);
  if (problem) throw new Refusal(problem);
  const plain = Buffer.from(text);
  const { width, height } = await sharp(plain, { ...reading, limitInputPixels: false }).metadata();
  const ideal = (densityDefault * sidePixels) / Math.min(width, height);
  const density = Math.min(Math.max(ideal, densityMin), densityMax);
  checkPixels((width * density) / densityDefault, (height * density) / densityDefault);
  return sharp(plain, { ...reading, density });
}

const coreHeaderLength = 12;
const uncompressed = new Set([0, 3]);

/** Checks the header against the file's length first, because the BMP decoder trusts the header. */
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
  // The BMP decoder is imported only when needed, because loading it takes longer than drawing an ordinary picture.
  const { decode } = await import("@cwasm/nsbmp");
  const decoded = decode(bytes);
  return sharp(decoded.data, { raw: { width: decoded.width, height: decoded.height, channels: 4 } });
}

function checkPixels(width, height) {
  if (!(width > 0 && height > 0)) throw new Refusal("unreadable");
  if (width * height > pixelsMax) throw new Refusal("pixels");
}

/** The frame count in the PNG's animation chunk; 1 without such a chunk. */
function framesOf(png) {
  for (let at = 8; at + 12 <= png.length; at += 12 + png.readUInt32BE(at)) {
    if (png.toString("latin1", at + 4, at + 8) === "acTL") return png.readUInt32BE(at + 8);
  }
  return 1;
}

/** Passes raw pixels from reading to writing, so that no metadata of the file survives. */
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

/** The pipe to the parent process. It closes when the parent dies, and then this process ends too. */
const starter = new Socket({ fd: 3 });
starter.on("error", () => undefined);
starter.on("close", () => process.kill(process.pid, "SIGKILL"));
starter.resume().unref();

const type = process.argv[2];
restrictSharp(type);
// Tells the parent process to start the decoder's time limit (limited-process.ts).
starter.write(".");
try {
  process.stdout.write(await draw(await open(type, await readInput())));
} catch (error) {
  process.stdout.write(error instanceof Refusal ? error.message : "unreadable");
  process.exitCode = refusedStatus;
}
