import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

type Locked = { version?: string; optionalDependencies?: Record<string, string> };

// npm leaves out of the lock file what the registry at hand does not have, and «npm ci» then refuses it elsewhere.
it("the lock file names every platform's build of every package, so that «npm ci» works on all of them", () => {
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as { packages: Record<string, Locked> };
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !packages[`node_modules/${name}`] && !packages[`${path}/node_modules/${name}`],
    ),
  );
  expect(missing).toEqual([]);
});

it("every dependency is an exact version", () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync("package.json", "utf8"));
  for (const version of Object.values({ ...dependencies, ...devDependencies })) expect(version).toMatch(/^\d[\w.-]*$/);
});
