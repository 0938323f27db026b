import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { expect, it, vi } from "vitest";
import { burningSvg, plainSvg } from "@/e2e/support/pictures";

/** A process of its own that draws pictures, and what it said first. */
async function drawElsewhere(script: string, filesMax: number, svg: string) {
  const module = `import { drawPicture } from "./lib/user/draw-picture.ts"; const svg = Buffer.from(${JSON.stringify(svg)}); ${script}`;
  const command = `ulimit -n ${filesMax} && exec "$0" --import tsx --input-type=module -e "$1"`;
  const drawer = spawn("sh", ["-c", command, process.execPath, module], { stdio: ["ignore", "pipe", "inherit"] });
  const [said] = await once(drawer.stdout, "data");
  return { drawer, said: String(said).trim() };
}

const childrenOf = (pid: number | undefined) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean);

/** The time it has worked, in hundredths of a second; null for one that is gone, buried or not. */
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

it("sends whoever comes while 30 are drawn or waiting away, and leaves no decoder behind when it is killed", async () => {
  const script = `
    for (let count = 0; count < 30; count++) drawPicture(svg).catch(() => {});
    drawPicture(svg).catch(({ code }) => console.log(code));`;
  const { drawer, said } = await drawElsewhere(script, 1024, burningSvg());
  expect(said).toBe("unavailable");
  expect(childrenOf(drawer.pid)).toHaveLength(6);
  // By then one is drawing: to start takes half of that.
  const hasDrawn = () => childrenOf(drawer.pid).some((pid) => (workOf(pid) ?? 0) > 30);
  await vi.waitFor(() => expect(hasDrawn()).toBe(true), 10_000);
  const left = childrenOf(drawer.pid);
  drawer.kill("SIGKILL");
  await vi.waitFor(() => expect(left.filter((pid) => workOf(pid) !== null)).toEqual([]), 5_000);
});

it("is too busy where there is no file left to open, and draws again once there is", async () => {
  const script = `
    import { closeSync, openSync } from "node:fs";
    const files = [];
    try { for (;;) files.push(openSync("/dev/null")); } catch {}
    const refused = await drawPicture(svg).catch(({ code }) => code);
    for (const file of files) closeSync(file);
    console.log(refused, (await drawPicture(svg)).length > 0);`;
  expect((await drawElsewhere(script, 128, plainSvg)).said).toBe("unavailable true");
});
