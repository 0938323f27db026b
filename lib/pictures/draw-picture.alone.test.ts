import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import sharp from "sharp";
import { expect, it, vi } from "vitest";
import { bmp, burningSvg, plainSvg, svg, twoHalves, withChunk } from "@/tests/support/http/pictures";
import { drawCases } from "@/tests/support/in-process/seed";
import { drawPicture } from "./draw-picture";

const png = await twoHalves().png().toBuffer();
const embedded = `<image width="20" height="10" href="data:image/png;base64,${png.toString("base64")}"/>`;

const formats: [string, Buffer][] = [
  ["a BMP stored top-down", bmp({ isTopDown: true })],
  ["a BMP of 32 bits", bmp({ bitsPerPixel: 32 })],
  ["a BMP with a palette", bmp({ bitsPerPixel: 8 })],
  ["a progressive JPEG", await twoHalves().jpeg({ progressive: true }).toBuffer()],
  ["a CMYK JPEG", await twoHalves().toColourspace("cmyk").jpeg().toBuffer()],
  ["a PNG of 16 bits", await sharp(png).toColourspace("rgb16").png().toBuffer()],
  ["an animated PNG of one frame", withChunk(png, "acTL", Buffer.from([0, 0, 0, 1, 0, 0, 0, 0]))],
  ["an SVG with an embedded picture", Buffer.from(svg(embedded))],
  ["a very large SVG", Buffer.from(svg(`<g transform="scale(800)">${embedded}</g>`, 'viewBox="0 0 16000 8000"'))],
];

it.concurrent.each(drawCases(formats, 3))("draws %s", async (_case, file) => {
  const { data } = await sharp(await drawPicture(file))
    .raw()
    .toBuffer({ resolveWithObject: true });
  const dominantAt = (x: number) => {
    const [red = 0, green = 0, blue = 0, alpha] = data.subarray((100 * 200 + x) * 4);
    expect([green < 64, alpha]).toEqual([true, 255]);
    return red > blue ? "red" : "blue";
  };
  expect([0, 90, 110, 199].map(dominantAt)).toEqual(["red", "red", "blue", "blue"]);
});

it("keeps the colour of half-transparent pixels", async () => {
  const background = { r: 200, g: 100, b: 50, alpha: 0.5 };
  const file = await sharp({ create: { width: 20, height: 20, channels: 4, background } })
    .png()
    .toBuffer();
  const drawn = await sharp(await drawPicture(file))
    .raw()
    .toBuffer();
  for (const [index, level] of [200, 100, 50, 128].entries())
    expect(Math.abs((drawn[index] ?? 0) - level)).toBeLessThan(3);
});

/** Runs `script` in a separate process that can draw pictures, and returns its first output. */
async function drawElsewhere(script: string, filesMax: number, svg: string) {
  const module = `import { drawPicture } from "./lib/pictures/draw-picture.ts"; const svg = Buffer.from(${JSON.stringify(svg)}); ${script}`;
  const command = `ulimit -n ${filesMax} && exec "$0" --import tsx --input-type=module -e "$1"`;
  const drawer = spawn("sh", ["-c", command, process.execPath, module], { stdio: ["ignore", "pipe", "inherit"] });
  const [output] = await once(drawer.stdout, "data");
  return { drawer, output: String(output).trim() };
}

const childrenOf = (pid: number | undefined) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean);

/** Processor time in hundredths of a second; null for a process that has ended, zombies included. */
function workOf(pid: string): number | null {
  try {
    const [state, ...words] = readFileSync(`/proc/${pid}/stat`, "latin1")
      .replace(/^.*\) /, "")
      .split(" ");
    return state === "Z" ? null : Number(words[10]);
  } catch {
    return null;
  }
}

it("refuses a picture while 30 are drawn or waiting, and leaves no decoder running when it is killed", async () => {
  const script = `
    await drawPicture(Buffer.from(${JSON.stringify(plainSvg)}));
    for (let count = 0; count < 30; count++) drawPicture(svg).catch(() => {});
    drawPicture(svg).catch(({ code }) => console.log(code));`;
  const { drawer, output } = await drawElsewhere(script, 1024, burningSvg());
  expect(output).toBe("unavailable");
  expect(childrenOf(drawer.pid)).toHaveLength(6);
  // A decoder needs about 15 hundredths of a second to start, so one with more than 30 is already drawing.
  const hasDrawn = () => childrenOf(drawer.pid).some((pid) => (workOf(pid) ?? 0) > 30);
  await vi.waitFor(() => expect(hasDrawn()).toBe(true), 30_000);
  const left = childrenOf(drawer.pid);
  drawer.kill("SIGKILL");
  await vi.waitFor(() => expect(left.filter((pid) => workOf(pid) !== null)).toEqual([]), 30_000);
});

it("answers unavailable while too few file descriptors are free, logs no wrong cause, and draws as soon as there are enough", async () => {
  const script = `
    import { closeSync, openSync } from "node:fs";
    const files = [];
    try { for (;;) files.push(openSync("/dev/null")); } catch {}
    const answers = new Set();
    while (!answers.has("drawn")) {
      answers.add(await drawPicture(svg).then(() => "drawn", ({ code }) => code));
      closeSync(files.pop());
    }
    console.log(...answers);`;
  expect((await drawElsewhere(script, 128, plainSvg)).output).toBe("unavailable drawn");
});
