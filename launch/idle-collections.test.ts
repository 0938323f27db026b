import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";

it("the option of V8 exists in this version of Node.js", () => {
  const program = 'import { collectOnceWhenIdle } from "./launch/idle-collections.ts"; collectOnceWhenIdle();';
  const { status, stderr } = spawnSync(process.execPath, ["--import", "tsx", "--input-type=module", "-e", program]);
  expect({ status, stderr: stderr.toString() }).toEqual({ status: 0, stderr: "" });
});
