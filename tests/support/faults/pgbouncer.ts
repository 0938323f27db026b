import { spawn } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { databaseUser } from "@/launch/postgres-home";
import { findFreePort, stopProcess } from "@/launch/processes";
import { until } from "@/tests/support/http/launcher";
import { isListening } from "@/tests/support/http/launcher-client";

/** Debian's package. Tests that need it are skipped where it is missing. */
const program = "/usr/sbin/pgbouncer";
export const hasPgBouncer = existsSync(program);

type PgBouncer = { urlOf(databaseUrl: string): string; stop(): Promise<void> };

/** Starts PgBouncer in transaction mode before a PostgreSQL, in a folder that everybody can enter. */
export async function startPgBouncer(folder: string, databaseUrl: string, settings: string[] = []): Promise<PgBouncer> {
  const { username, password, hostname, port: serverPort } = new URL(databaseUrl);
  const port = await findFreePort();
  const [config, users] = [join(folder, "pgbouncer.ini"), join(folder, "pgbouncer-users.txt")];
  writeFileSync(users, `"${username}" "${password}"\n`);
  const lines = [
    "[databases]",
    `* = host=${hostname} port=${serverPort}`,
    "[pgbouncer]",
    "listen_addr = 127.0.0.1",
    `listen_port = ${port}`,
    "unix_socket_dir =",
    "pool_mode = transaction",
    "auth_type = scram-sha-256",
    `auth_file = ${users}`,
    ...settings,
  ];
  writeFileSync(config, `${lines.join("\n")}\n`);
  const child = spawn(program, ["-q", config], { ...databaseUser(folder), stdio: "ignore" });
  await until("PgBouncer", () => isListening(`http://127.0.0.1:${port}`));
  return {
    urlOf(url) {
      const pooled = new URL(url);
      pooled.port = String(port);
      return pooled.href;
    },
    stop: () => stopProcess(child, "SIGINT", 5_000),
  };
}
