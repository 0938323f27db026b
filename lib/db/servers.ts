import pg from "pg";
import { releaseName } from "./migrations/releases";

/**
 * A database URL may list several servers, as libpq's URLs do: `postgresql://user@db1:5432,db2:5432/name`. Only the one
 * that accepts writes is used. `pg` accepts only one server per URL.
 */
const listPattern = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/;

/** The hosts of a database URL, such as `db1:5432`, without user and password. */
export const hostsOf = (databaseUrl: string): string[] => (listPattern.exec(databaseUrl)?.[2] ?? "").split(",");

/** The user that `pg` connects as. If the URL has none, this is PGUSER or the user of the operating system. */
export const userOf = (databaseUrl: string): string =>
  new pg.Client({ connectionString: urlsOf(databaseUrl)[0] ?? "" }).user ?? "";

/** One URL for each server. */
function urlsOf(databaseUrl: string): string[] {
  const [, start = "", , end = ""] = listPattern.exec(databaseUrl) ?? [];
  return hostsOf(databaseUrl).map((host) => `${start}${host}${end}`);
}

const namesWritable = (databaseUrl: string) => /[?&]target_session_attrs=(read-write|primary)(&|$)/.test(databaseUrl);

/** Without keep-alive, a network that drops silent connections would let a long statement or LISTEN wait for ever. */
const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 30_000 };

/**
 * A class of clients for the servers of one URL. Each client tries one server: the one that worked last, or after a
 * failure the next one. So `serverCount` attempts try all servers.
 */
export function clientFor(databaseUrl: string, onRefused: (error: unknown) => void = () => {}) {
  const urls = urlsOf(databaseUrl);
  const mustBeWritable = urls.length > 1 || namesWritable(databaseUrl);
  // `migrate` of a later release reads it.
  const application_name = releaseName();
  let current = 0;

  return class ServerClient extends pg.Client {
    static readonly serverCount = urls.length;
    private readonly server = current;

    constructor({ connectionTimeoutMillis, ...config }: pg.ClientConfig = {}) {
      super({
        ...keepAlive,
        application_name,
        ...config,
        connectionString: urls[current] ?? "",
        // Each server gets a share of the time, so that a machine that does not answer leaves some for the next one.
        ...(connectionTimeoutMillis && { connectionTimeoutMillis: connectionTimeoutMillis / urls.length }),
      });
      // The event needs no handling here, because a lost connection also fails the running statement and the next one.
      this.on("error", () => {});
    }

    override connect(): Promise<this>;
    override connect(callback: (error: Error) => void): void;
    override connect(callback?: (error: Error) => void): unknown {
      const connected = this.connectToServer();
      if (!callback) return connected;
      connected.then(() => callback(null as unknown as Error), callback);
    }

    private async connectToServer(): Promise<this> {
      try {
        await super.connect();
        if (mustBeWritable) await requireWritable(this);
        return this;
      } catch (error) {
        if (current === this.server) current = (current + 1) % urls.length;
        void this.end().catch(() => {});
        onRefused(error);
        throw error;
      }
    }
  };
}

async function requireWritable(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ transaction_read_only: string }>("SHOW transaction_read_only");
  if (rows[0]?.transaction_read_only === "off") return;
  throw Object.assign(new Error(`The server ${client.host}:${client.port} is read-only.`), { code: "25006" });
}

/** Connects to the first server that works, outside the pool. `connectionTimeoutMillis` is for all servers together. */
export async function openClient(databaseUrl: string, config: pg.ClientConfig = {}): Promise<pg.Client> {
  const ServerClient = clientFor(databaseUrl);
  for (let left = ServerClient.serverCount; ; left--) {
    try {
      return await new ServerClient(config).connect();
    } catch (error) {
      if (left <= 1) throw error;
    }
  }
}
