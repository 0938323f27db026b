import type pg from "pg";
import { second } from "@/lib/kit/clock";
import { openClient } from "../servers";

/** Gets a line for the operator. */
export type ReportProgress = (line: string) => void;

type Progress = { index: string; phase: string; percent: number | null };
const selectProgress = `
  SELECT index_relid::regclass::text AS index, phase, (100 * blocks_done / nullif(blocks_total, 0))::int AS percent
  FROM pg_stat_progress_create_index WHERE pid = $1`;

/** The progress is only information, so a report does not wait long for it. */
const answerMs = 5 * second;

type Watched = { client: pg.Client; databaseUrl: string; name: string; report: ReportProgress; everyMs: number };

/** Reports every few seconds that a migration runs, and how far the index is that it builds. */
export async function withProgress<Result>(watched: Watched, work: () => Promise<Result>): Promise<Result> {
  const { rows } = await watched.client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  const startedAt = performance.now();
  const timer = setInterval(async () => {
    const seconds = Math.round((performance.now() - startedAt) / second);
    const progress = await readProgress(watched.databaseUrl, rows[0]?.pid ?? 0).catch(() => undefined);
    watched.report(`${watched.name} has been running for ${seconds} s${progress ? inWords(progress) : ""}`);
  }, watched.everyMs);
  return work().finally(() => clearInterval(timer));
}

const inWords = ({ index, phase, percent }: Progress): string =>
  `, ${index}: ${phase}${percent === null ? "" : ` (${percent} %)`}`;

/** Uses a connection of its own, because the client's connection is busy with the migration. */
async function readProgress(databaseUrl: string, pid: number): Promise<Progress | undefined> {
  const watcher = await openClient(databaseUrl, { connectionTimeoutMillis: answerMs, query_timeout: answerMs });
  const { rows } = await watcher.query<Progress>(selectProgress, [pid]).finally(() => watcher.end());
  return rows[0];
}
