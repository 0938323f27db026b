import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

type Locked = { version?: string; integrity?: string; optionalDependencies?: Record<string, string> };

const lock = () => JSON.parse(readFileSync("package-lock.json", "utf8")) as { packages: Record<string, Locked> };

/** Builds without a digest, because the registry of this lock file lacks them (docs/operations.md, Relocking). */
const withoutDigest = {
  "@biomejs/cli-": [
    "android-arm64",
    "android-x64",
    "darwin-arm64",
    "darwin-x64",
    "linux-arm64-musl",
    "linux-x64-musl",
    "win32-arm64",
    "win32-x64",
  ],
  "@next/swc-": [
    "darwin-arm64",
    "darwin-x64",
    "linux-arm64-musl",
    "linux-x64-musl",
    "win32-arm64-msvc",
    "win32-x64-msvc",
  ],
  "@oxc-parser/binding-": [
    "android-arm-eabi",
    "android-arm64",
    "darwin-arm64",
    "darwin-x64",
    "freebsd-x64",
    "linux-arm-gnueabihf",
    "linux-arm-musleabihf",
    "linux-arm64-musl",
    "linux-ppc64-gnu",
    "linux-riscv64-gnu",
    "linux-riscv64-musl",
    "linux-s390x-gnu",
    "linux-x64-musl",
    "openharmony-arm64",
    "win32-arm64-msvc",
    "win32-ia32-msvc",
    "win32-x64-msvc",
  ],
  "@rolldown/binding-": [
    "android-arm-eabi",
    "android-arm64",
    "darwin-arm64",
    "darwin-x64",
    "freebsd-x64",
    "linux-arm-gnueabihf",
    "linux-arm64-musl",
    "linux-ppc64-gnu",
    "linux-s390x-gnu",
    "linux-x64-musl",
    "openharmony-arm64",
    "win32-arm64-msvc",
    "win32-x64-msvc",
  ],
};

// npm omits packages that its registry does not serve from the lock file. «npm ci» then fails on other platforms.
it("the lock file names every platform's build of every package, so that «npm ci» works on all of them", () => {
  const { packages } = lock();
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !packages[`node_modules/${name}`] && !packages[`${path}/node_modules/${name}`],
    ),
  );
  expect(missing).toEqual([]);
});

it("the lock file has a SHA-512 digest of every package, except for 44 platform builds that are named here", () => {
  const named = Object.entries(withoutDigest).flatMap(([prefix, platforms]) =>
    platforms.map((platform) => `node_modules/${prefix}${platform}`),
  );
  expect(named).toHaveLength(44);
  const paths = Object.entries(lock().packages).flatMap(([path, { integrity = "" }]) =>
    path !== "" && !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity) ? [path] : [],
  );
  expect(paths.sort()).toEqual(named.sort());
});

it("every dependency is an exact version", () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync("package.json", "utf8"));
  for (const version of Object.values({ ...dependencies, ...devDependencies })) expect(version).toMatch(/^\d[\w.-]*$/);
});

it("every action of a workflow is pinned by a full commit id, with its version beside it", () => {
  const folder = ".github/workflows";
  const lines = readdirSync(folder).flatMap((file) => readFileSync(`${folder}/${file}`, "utf8").split("\n"));
  const uses = lines.filter((line) => /^\s*(- )?["']?uses["']?\s*:/.test(line));
  expect(uses.length).toBeGreaterThan(0);
  for (const line of uses) expect(line).toMatch(/uses: [\w.-]+(\/[\w.-]+)+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
});
