type Progress = { seen: number; total: number };
type Work<Result> = (report: (progress: Progress) => void) => Promise<Result>;

const barLength = 30;
const redrawMs = 100;
const lineMs = 5_000;

/** Shows progress as a bar on a terminal. Without a terminal, prints a line every few seconds. */
export async function showProgress<Result>(work: Work<Result>, stream: NodeJS.WriteStream = process.stderr) {
  const startedAt = performance.now();
  let shownAt = stream.isTTY ? Number.NEGATIVE_INFINITY : startedAt;
  let latest: Progress | undefined;
  const draw = (progress: Progress) => {
    const text = inWords(progress, performance.now() - startedAt);
    stream.write(stream.isTTY ? `\r\x1b[K${bar(progress)} ${text}` : `${text}\n`);
    shownAt = performance.now();
  };
  try {
    return await work((progress) => {
      latest = progress;
      if (performance.now() - shownAt >= (stream.isTTY ? redrawMs : lineMs)) draw(progress);
    });
  } finally {
    if (stream.isTTY && latest) {
      draw(latest);
      stream.write("\n");
    }
  }
}

const shareOf = ({ seen, total }: Progress) => (total > 0 ? Math.min(1, seen / total) : 1);

function bar(progress: Progress): string {
  const full = Math.round(shareOf(progress) * barLength);
  return `${"█".repeat(full)}${"░".repeat(barLength - full)}`;
}

function inWords(progress: Progress, elapsedMs: number): string {
  const percent = Math.floor(shareOf(progress) * 100);
  const rate = Math.round((progress.seen * 1000) / Math.max(1, elapsedMs));
  return `${percent} %, ${progress.seen} of ${progress.total}, ${rate} a second`;
}
