import sharp, { type Sharp } from "sharp";
import { inject } from "vitest";
import { call, type Reply } from "./client";

/** Pictures made for tests, and the form that sends them. */

type Sending = { token?: string; key?: string; fields?: Record<string, string>; origin?: string };

type Form = [method: "POST" | "PATCH", file: Uint8Array | string | null, sending: Sending];

const triesMax = 5;

/** A machine that is busy with other tests may have no time for a picture: then it says so, and when to come again. */
export async function sendPicture(...form: Form): Promise<Reply> {
  for (let tries = 1; ; tries++) {
    const reply = await sendPictureOnce(...form);
    if (reply.status !== 503 || tries === triesMax) return reply;
    await new Promise((done) => setTimeout(done, Number(reply.headers["retry-after"]) * 1000));
  }
}

export async function sendPictureOnce(...[method, file, sending]: Form): Promise<Reply> {
  const { token, key, fields = {}, origin = inject("product").roomy } = sending;
  const form = new FormData();
  for (const [name, content] of Object.entries(fields)) form.append(name, content);
  // The name lies: only the content counts.
  if (file !== null) form.append("picture", new File([new Uint8Array(Buffer.from(file))], "picture.png"));
  const body = new Response(form);
  return call(origin, method, "/api/user/picture", {
    raw: new Uint8Array(await body.arrayBuffer()),
    headers: { "content-type": body.headers.get("content-type") ?? "" },
    ...(token && { token }),
    ...(key && { key }),
  });
}

/** A red left half and a blue right one: wide enough to see what was cut off. */
export function twoHalves(width = 320, height = 160): Sharp {
  const half = { width: width / 2, height, channels: 3 as const };
  return sharp({ create: { ...half, width, background: "#d01010" } }).composite([
    { input: { create: { ...half, background: "#1010d0" } }, gravity: "east" },
  ]);
}

export const svg = (content: string, attributes = 'viewBox="0 0 20 10"'): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${content}</svg>`;

export const plainSvg = svg(
  '<rect width="10" height="10" fill="#d01010"/><rect x="10" width="10" height="10" fill="#1010d0"/>',
);

type Bmp = {
  bitsPerPixel?: 8 | 24 | 32;
  isTopDown?: boolean;
  width?: number;
  height?: number;
  claimedWidth?: number;
  claimedHeight?: number;
};

/** Two halves, from the bottom row up unless said otherwise, in a header that may claim another size. */
export function bmp({ bitsPerPixel = 24, isTopDown = false, width = 320, height = 160, ...claimed }: Bmp = {}): Buffer {
  const { claimedWidth = width, claimedHeight = isTopDown ? -height : height } = claimed;
  const [red, blue] = [Buffer.from([0x10, 0x10, 0xd0, 0]), Buffer.from([0xd0, 0x10, 0x10, 0])];
  const palette = bitsPerPixel === 8 ? Buffer.concat([red, blue]) : Buffer.alloc(0);
  const headerLength = 54 + palette.length;
  const pixelLength = bitsPerPixel / 8;
  const rowLength = Math.ceil((width * bitsPerPixel) / 32) * 4;
  const file = Buffer.alloc(headerLength + rowLength * height);
  file.write("BM");
  file.writeUInt32LE(file.length, 2);
  file.writeUInt32LE(headerLength, 10);
  file.writeUInt32LE(40, 14);
  file.writeInt32LE(claimedWidth, 18);
  file.writeInt32LE(claimedHeight, 22);
  file.writeUInt16LE(1, 26);
  file.writeUInt16LE(bitsPerPixel, 28);
  file.writeUInt32LE(palette.length / 4, 46);
  file.set(palette, 54);
  const [left, right] = bitsPerPixel === 8 ? [Buffer.from([0]), Buffer.from([1])] : [red, blue];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const pixel = x < width / 2 ? left : right;
      file.set(pixel.subarray(0, pixelLength), headerLength + y * rowLength + x * pixelLength);
    }
  }
  return file;
}

const headerEnd = 8 + 25;

/** A PNG with one more chunk behind its header. */
export function withChunk(png: Buffer, name: string, data: Buffer): Buffer {
  return Buffer.concat([png.subarray(0, headerEnd), chunk(name, data), png.subarray(headerEnd)]);
}

/** A PNG whose header claims another size. */
export function withSize(png: Buffer, width: number, height: number): Buffer {
  const header = Buffer.from(png.subarray(16, 29));
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  return Buffer.concat([png.subarray(0, 8), chunk("IHDR", header), png.subarray(headerEnd)]);
}

function chunk(name: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const content = Buffer.concat([Buffer.from(name), data]);
  return Buffer.concat([length, content, crc32(content)]);
}

function crc32(bytes: Buffer): Buffer {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  const written = Buffer.alloc(4);
  written.writeUInt32BE((crc ^ 0xffffffff) >>> 0);
  return written;
}

/** Filters upon filters: minutes of work in a few kilobytes, and nothing that a look at the text would find. */
export function burningSvg(): string {
  const noise = Array.from(
    { length: 200 },
    (_, index) => `<feTurbulence baseFrequency="0.${index + 1}" numOctaves="9"/>`,
  );
  const shapes = '<rect width="200" height="200" filter="url(#f)"/>'.repeat(50);
  return svg(`<filter id="f">${noise.join("")}</filter>${shapes}`, 'viewBox="0 0 200 200"');
}
