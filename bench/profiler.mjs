import { renameSync, writeFileSync } from "node:fs";
import { Session } from "node:inspector/promises";

/**
 * `node --import` loads this file into the process under measurement, with the profile's path as `?file=`. SIGUSR2
 * starts a CPU profile, and the next SIGUSR2 writes it. Unlike `--cpu-prof`, this leaves out the start of the process.
 */
const file = new URL(import.meta.url).searchParams.get("file") ?? "";
const session = new Session();
session.connect();
await session.post("Profiler.enable");
let isRunning = false;
process.on("SIGUSR2", async () => {
  isRunning = !isRunning;
  if (isRunning) return void (await session.post("Profiler.start"));
  const { profile } = await session.post("Profiler.stop");
  writeFileSync(`${file}.part`, JSON.stringify(profile));
  renameSync(`${file}.part`, file);
});
