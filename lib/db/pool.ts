import pg from "pg";
import { isRefusedConnection, isSilent, outageOf, reportOutage } from "./outage";
import { clientFor } from "./servers";

type ConnectCallback = Parameters<pg.Pool["connect"]>[0];
type Settings = pg.PoolConfig & { max: number; connectionTimeoutMillis: number };

const growAfterMs = 1_000;
/** With no connection at all, the pool retries sooner. */
const growFromNoneAfterMs = 100;

/**
 * A pool that copes with a server without free connections. If the server refuses one, the pool shrinks to the
 * connections that it has, and callers wait for one of them. Then the pool tries to grow by one connection a second.
 */
export class PatientPool extends pg.Pool {
  private readonly size: number;
  private readonly patienceMs: number;
  private readonly serverCount: number;
  private growing: NodeJS.Timeout | undefined;
  /** The last refusal, while the pool is smaller than its size. */
  private refusal: Error | undefined;
  private readonly takenAt = new WeakMap<pg.PoolClient, number>();
  /** When a connection was last given back without an error. */
  answeredAt = Number.NEGATIVE_INFINITY;
  /** The connections that are open. `totalCount` also counts attempts. */
  openCount = 0;

  constructor(databaseUrl: string, settings: Settings) {
    // `shrink` runs before the pool removes the refused client. Otherwise the pool would give the place to the next
    // caller, whose attempt would be refused, too.
    const Client = clientFor(databaseUrl, (error) => isRefusedConnection(error) && this.shrink(error as Error));
    super({ ...settings, Client } as pg.PoolConfig);
    this.size = settings.max;
    this.patienceMs = settings.connectionTimeoutMillis;
    this.serverCount = Client.serverCount;
    this.on("connect", () => void this.openCount++);
    this.on("remove", () => void this.openCount--);
    this.on("acquire", (client) => void this.takenAt.set(client, performance.now()));
    this.on("release", (error, client) => this.noteRelease(error, client));
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): unknown {
    if (callback) return this.connectPatiently(callback);
    return new Promise((resolve, reject) => {
      this.connectPatiently((error, client) => (client ? resolve(client) : reject(error)));
    });
  }

  private connectPatiently(callback: ConnectCallback): void {
    const deadline = performance.now() + this.patienceMs;
    let serversLeft = this.serverCount;
    const mayRetry = (error: unknown) => {
      if (performance.now() > deadline) return false;
      if (isRefusedConnection(error)) return true;
      serversLeft -= 1;
      return serversLeft > 0 && outageOf(error) !== null;
    };
    const attempt = () =>
      super.connect((error, client, release) => {
        if (!error) return callback(error, client, release);
        if (mayRetry(error)) return attempt();
        // Callers that time out in a shrunk pool get the refusal that shrank it.
        const cause = (/^timeout exceeded/.test(error.message) && this.refusal) || error;
        reportOutage(cause);
        callback(cause, client, release);
      });
    attempt();
  }

  /**
   * If the server's machine loses power, its connections stay open and silent. So one statement without an answer
   * closes the idle connections, and the next statements do not wait for the same machine. If other statements were
   * answered meanwhile, the server works, and only this statement was slow.
   */
  private noteRelease(error: Error | undefined, client: pg.PoolClient): void {
    if (!error) this.answeredAt = performance.now();
    else if (isSilent(error) && this.answeredAt < (this.takenAt.get(client) ?? 0)) this.closeIdle();
  }

  /** After a connection timeout, `pg` passes no `release` function. */
  private closeIdle(): void {
    for (let left = this.idleCount; left > 0; left--) super.connect((_error, _client, release) => release?.(true));
  }

  private shrink(refusal: Error): void {
    this.refusal = refusal;
    // The refused client still counts.
    this.options.max = this.totalCount - 1;
    this.growLater();
  }

  private growLater(): void {
    this.growing ??= setTimeout(() => this.grow(), this.options.max > 0 ? growAfterMs : growFromNoneAfterMs).unref();
  }

  private grow(): void {
    this.growing = undefined;
    if (this.ending) return;
    this.options.max += 1;
    super.connect((_error, _client, release) => {
      release?.();
      if (this.options.max < this.size) this.growLater();
      else this.refusal = undefined;
    });
  }
}
