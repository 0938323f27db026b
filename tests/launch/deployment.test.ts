import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { drainMs } from "@/launch/drain";
import { programs } from "@/launch/package/programs";
import { formerVariables } from "@/lib/gateway/registry";
import { parseEnv, variableNames } from "@/lib/kit/env";
import { temporaryFolder } from "@/tests/support/http/launcher";

const read = (path: string) => readFileSync(path, "utf8");
const filesIn = (folder: string) => readdirSync(folder).map((name) => join(folder, name));
const containerfile = "ops/Containerfile";
const compose = "ops/compose.yaml";
const manifests = filesIn("ops/kubernetes");
const units = filesIn("ops/systemd");
const all = [containerfile, compose, "ops/compose.env.example", ...manifests, ...units];

const guide = "docs/guides/operating.md";

const matches = (path: string, pattern: RegExp) => [...read(path).matchAll(pattern)].map(([, found = ""]) => found);

describe("the files for deployments", () => {
  it("start only programs that the package has", () => {
    const started = all.flatMap((path) => matches(path, /\/(?:app|current)\/(\w+)\.js/g));
    expect([...new Set(started)].sort()).toEqual(Object.keys(programs).sort());
  });

  it("set only variables that the product reads", () => {
    const ofPostgres = ["POSTGRES_DB", "POSTGRES_PASSWORD", "POSTGRES_USER", "PGHOST", "PGPASSWORD", "PGUSER"];
    const ofOthers = ["BASE", "DOMAIN", "NODE_ENV", "PROGRAM_PASSWORD", ...ofPostgres];
    const names = all.flatMap((path) => matches(path, /(?:^|[\s{-])([A-Z][A-Z_]{3,})(?:=|: )/gm));
    expect(names.length).toBeGreaterThan(20);
    expect(names.filter((name) => ![...variableNames, ...formerVariables, ...ofOthers].includes(name))).toEqual([]);
  });

  it("keep files that git ignores, and files with settings, out of the image", () => {
    const lines = (path: string) => matches(path, /^([^#\s].*)$/gm);
    // A pattern of .gitignore without a slash matches in every folder, and one of .dockerignore only at the root.
    const ignored = lines(".gitignore").map((line) => line.replace(/\/$/, ""));
    const patterns = ignored.map((path) => (path.includes("/") ? path : `**/${path}`));
    expect(lines(".dockerignore")).toEqual(expect.arrayContaining([...patterns, ".git", "**/*.env"]));
  });

  it("let Kubernetes set no variables of its own, and leave the number of web pods to the autoscaler", () => {
    const withPods = manifests.filter((path) => read(path).includes("containers:"));
    expect(withPods).toHaveLength(3);
    expect(withPods.filter((path) => !read(path).includes("\n      enableServiceLinks: false\n"))).toEqual([]);
    expect(matches("ops/kubernetes/web.yaml", /^ {2}(replicas): /gm)).toEqual([]);
  });

  it("give the address with the owner of the tables to the migrations, and to no other program", () => {
    const [, service = ""] = /^ {2}migrate:\n([\s\S]*?)\n\n/m.exec(read(compose)) ?? [];
    expect(service).toContain("MIGRATE_DATABASE_URL");
    expect(matches(compose, /(MIGRATE_DATABASE_URL)/g)).toHaveLength(1);
    expect(matches(compose, / DATABASE_URL: postgresql:\/\/(\w+):/g)).toEqual(["tradewind_program"]);
    const knowing = [...manifests, ...units].filter((path) =>
      /(name: tradewind-|\/etc\/tradewind\/)migrate\b/.test(read(path)),
    );
    expect(knowing).toEqual(["ops/kubernetes/migrate.yaml", "ops/systemd/tradewind-migrate.service"]);
  });

  it("apply every manifest, and let only named clients connect to a pod", () => {
    const applied = matches("ops/kubernetes/kustomization.yaml", /^ {2}- ([\w-]+\.yaml)$/gm);
    expect([...applied, "kustomization.yaml"].sort()).toEqual(readdirSync("ops/kubernetes").sort());
    const [usual = "", ...policies] = read("ops/kubernetes/network-policy.yaml").split("\n---\n");
    // It selects all pods, and allows nothing.
    expect(usual).toMatch(/podSelector: \{\}\n {2}policyTypes: \[Ingress\]$/);
    const rules = policies.map((policy) => [
      /podSelector: \{ matchLabels: \{ app: (\w+) \} \}/.exec(policy)?.[1],
      [...policy.matchAll(/metadata\.name: ([\w-]+)|values: \[(.+?)\]/g)].map(([, space, pods]) => space ?? pods),
    ]);
    expect(rules).toEqual([
      ["web", ["ingress-nginx", "monitoring"]],
      ["worker", ["monitoring"]],
      ["database", ["web, worker, migrate, database"]],
    ]);
  });

  it("have settings that a shell reads as they are written, as systemd does, also with a $ in a password", () => {
    const folder = temporaryFolder();
    const script = matches(guide, /```sh\n(install -m 0600[\s\S]*?)```/g).join("\n");
    execFileSync("bash", ["-ec", script.replaceAll("/etc/tradewind", folder).replaceAll("-o root -g root ", "")]);
    for (const file of ["environment", "migrate"]) {
      const path = join(folder, file);
      writeFileSync(path, read(path).replaceAll("PASSWORD@", 'se$HOME"`\\cret@'));
      // Both read a single-quoted value without replacing anything in it.
      const written = matches(path, /^(\w+='[^'\n]*')$/gm).map((line) => line.replaceAll("'", ""));
      const values = execFileSync("env", ["-i", "sh", "-c", `set -a; . ${path}; env -0`], { encoding: "utf8" }).split(
        "\0",
      );
      expect(values).toEqual(expect.arrayContaining(written));
      expect(read(path).match(/^[A-Z]/gm)).toHaveLength(written.length);
      if (file === "environment") parseEnv(Object.fromEntries(written.map((line) => line.split(/=(.*)/s))));
    }
  });

  it("build on the version of Node.js that CI tests", () => {
    const [tested] = matches(".ci/run", /^recommended=(\S+)$/gm);
    expect(matches(containerfile, /library\/node:([\d.]+)/g)).toEqual([tested]);
  });

  it("deploy the version of the sources", () => {
    expect(matches("ops/kubernetes/kustomization.yaml", /newTag: (\S+)/g)).toEqual([
      JSON.parse(read("package.json")).version,
    ]);
  });

  it("wait longer than a process takes to stop before they kill it", () => {
    const production = { APP_ENV: "production", PUBLIC_URL: "https://pay.example.com", TRUSTED_PROXIES: "none" };
    const secrets = {
      APP_SECRET: "kF8s0Zq2Lw9xVb4nTr7yUe1oPa6iSd3g",
      CARD_KEYS: `1:${Buffer.from("abcdefghijklmnopqrstuvwxyz012345").toString("base64")}`,
    };
    const { SHUTDOWN_GRACE_SECONDS } = parseEnv({ ...production, ...secrets });
    const limits = [
      ...matches(compose, /stop_grace_period: (\d+)s\n {2}networks/g),
      ...matches("ops/kubernetes/web.yaml", /terminationGracePeriodSeconds: (\d+)/g),
      ...matches("ops/systemd/tradewind-web.service", /TimeoutStopSec=(\d+)/g),
    ];
    expect(limits).toHaveLength(3);
    for (const limit of limits) expect(Number(limit)).toBeGreaterThan(SHUTDOWN_GRACE_SECONDS + drainMs / 1000 + 5);
  });
});
