import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

type Locked = {
  version?: string;
  integrity?: string;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
};

const lock = () => JSON.parse(readFileSync("package-lock.json", "utf8")) as { packages: Record<string, Locked> };

/**
 * The only entries without a digest, and why each package has some. All of them are builds for other platforms than
 * those we support, and the registry of this lock file does not serve them (docs/operations.md, Relocking).
 */
const withoutDigest: Record<string, { reason: string; platforms: string[] }> = {
  "@biomejs/cli-": {
    reason: "The linter, in development only.",
    platforms: [
      "android-arm64",
      "android-x64",
      "darwin-arm64",
      "darwin-x64",
      "linux-arm64-musl",
      "linux-x64-musl",
      "win32-arm64",
      "win32-x64",
    ],
  },
  "@next/swc-": {
    reason: "The compiler of Next.js, which runs in the build only: the package contains no compiler.",
    platforms: [
      "darwin-arm64",
      "darwin-x64",
      "linux-arm64-musl",
      "linux-x64-musl",
      "win32-arm64-msvc",
      "win32-x64-msvc",
    ],
  },
  "@oxc-parser/binding-": {
    reason: "The parser of knip, which finds dead code, in development only.",
    platforms: [
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
  },
  "@rolldown/binding-": {
    reason: "The bundler of vitest, in development only.",
    platforms: [
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
  },
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
  const named = Object.entries(withoutDigest).flatMap(([prefix, { platforms }]) =>
    platforms.map((platform) => `node_modules/${prefix}${platform}`),
  );
  expect(named).toHaveLength(44);
  const paths = Object.entries(lock().packages).flatMap(([path, { integrity = "" }]) =>
    path !== "" && !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity) ? [path] : [],
  );
  expect(paths.sort()).toEqual(named.sort());
});

it("a package without a digest is optional, and is never installed on Linux with glibc on x64 and arm64", () => {
  for (const [path, { integrity, optional, os = [], cpu = [], libc = ["glibc"] }] of Object.entries(lock().packages)) {
    if (path === "" || integrity) continue;
    const isOurs =
      os.includes("linux") && libc.includes("glibc") && ["x64", "arm64"].some((name) => cpu.includes(name));
    expect([path, optional, isOurs]).toEqual([path, true, false]);
  }
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
