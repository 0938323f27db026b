import { resolve } from "node:path";
import { createVitest, startVitest, type TestModule, type TestSpecification } from "vitest/node";
import type { Product, TestDatabase } from "@/tests/support/http/product";
import type { Kind, Selection } from "./selection";
import { count, heading } from "./tally";

type VitestKind = Exclude<Kind, "e2e">;
export type VitestRun = {
  /** Tests that run after this call use this database or product. */
  provide(product: TestDatabase | Product): void;
  /** Runs the selected test files of the given kinds, and counts their tests. */
  run(title: string, kinds: readonly VitestKind[]): Promise<void>;
  close(): Promise<void>;
};

/** Opens one Vitest instance for all kinds of tests. Each kind runs separately, and Vite starts only once. */
export async function openVitest(selection: Selection, isDeep: boolean): Promise<VitestRun> {
  const project = [...selection.keys()].filter((kind) => kind !== "e2e");
  // Without selected files, create no Vitest: it would take an empty project list for all projects.
  if (project.length === 0) return { provide: () => {}, run: async () => {}, close: async () => {} };
  const vitest = await createVitest("test", { watch: false, reporters: ["default"], project, provide: { isDeep } });
  // Vitest's reporters print nothing before `standalone` is called.
  await vitest.standalone();
  const specifications = new Map<string, TestSpecification>();
  for (const each of await vitest.globTestSpecifications()) specifications.set(each.moduleId, each);
  return {
    // Database tests get only a database. The cast is safe, because they read no other property of the product.
    provide: (product) => vitest.provide("product", product as Product),
    close: () => vitest.close(),
    async run(title, kinds) {
      const files = kinds.flatMap((kind) => selection.get(kind) ?? []);
      if (files.length === 0) return;
      heading(title);
      const chosen = files.map((file) => specifications.get(resolve(file)));
      const { unhandledErrors } = await vitest.runTestSpecifications(chosen.filter((each) => each !== undefined));
      const failures = unhandledErrors.map(() => "an error that belongs to no test");
      let passed = 0;
      for (const [index, each] of chosen.entries()) {
        const result = resultOf(files[index] ?? "", each?.testModule);
        passed += result.passed;
        failures.push(...result.failures);
      }
      count(title, { passed, failures });
    },
  };
}

/** Runs the tests again at every change, until the user stops the process. */
export async function watchWithVitest(selection: Selection, product: TestDatabase | Product | null): Promise<void> {
  const files = [...selection.values()].flat();
  const provided = product && { provide: { product: product as Product } };
  const vitest = await startVitest("test", files, { watch: true, project: [...selection.keys()], ...provided });
  await new Promise<void>((done) => vitest.onClose(done));
}

function resultOf(file: string, module: TestModule | undefined): { passed: number; failures: string[] } {
  if (!module) return { passed: 0, failures: [`${file} did not run`] };
  const tests = [...module.children.allTests()];
  const failed = tests.filter((test) => test.result().state === "failed").map((test) => `${file} › ${test.fullName}`);
  const isBroken = !module.ok() && failed.length === 0;
  return {
    passed: tests.filter((test) => test.result().state === "passed").length,
    failures: isBroken ? [`${file} broke off`] : failed,
  };
}
