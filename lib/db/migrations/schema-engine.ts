import { randomUUID } from "node:crypto";
import type { EventEmitter } from "node:events";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { PrismaPg } from "@prisma/adapter-pg";
import {
  bindMigrationAwareSqlAdapterFactory,
  ColumnTypeEnum,
  type SqlDriverAdapter,
} from "@prisma/driver-adapter-utils";
import type { SchemaEngine } from "@prisma/schema-engine-wasm";
import pg from "pg";
import { parseIntoClientConfig } from "pg-connection-string";

/** Runs Prisma's schema engine as WebAssembly, because Prisma's command line downloads a binary. */
export async function withSchemaEngine<Result>(
  databaseUrl: string,
  schema: { path: string; content: string }[],
  work: (engine: SchemaEngine) => Promise<Result>,
): Promise<Result> {
  const { SchemaEngine } = await loadEngine();
  const factory = new CatalogueFactory(parseIntoClientConfig(databaseUrl));
  const adapter = bindMigrationAwareSqlAdapterFactory(factory);
  const datamodels = schema.map(({ path, content }): [string, string] => [path, content]);
  const engine = await SchemaEngine.new({ datamodels }, () => {}, adapter);
  try {
    return await work(engine);
  } finally {
    engine.free();
    await factory.dispose();
  }
}

let loaded: ReturnType<typeof instantiate> | undefined;

/** Instantiates the engine once per process, because a second instance would receive the timers of the first. */
function loadEngine() {
  loaded ??= instantiate();
  return loaded;
}

/** Prisma's package does not export its .wasm file, so this function loads and instantiates the file. */
async function instantiate() {
  const bindings = await import("@prisma/schema-engine-wasm/schema_engine_bg");
  const folder = dirname(createRequire(import.meta.url).resolve("@prisma/schema-engine-wasm/schema_engine_bg"));
  const module = await WebAssembly.compile(readFileSync(join(folder, "schema_engine_bg.wasm")));
  const imports = { "./schema_engine_bg.js": bindings as unknown as WebAssembly.ModuleImports };
  const { exports } = await WebAssembly.instantiate(module, imports);
  bindings.__wbg_set_wasm(exports);
  (exports as { __wbindgen_start(): void }).__wbindgen_start();
  return bindings;
}

const catalogueCharType = 18;
const textType = 25;

/**
 * Prisma's schema engine reads catalogue columns of PostgreSQL's type "char", which Prisma's adapter does not support.
 * This factory reads them as text and restores their type in the result.
 */
class CatalogueFactory extends PrismaPg {
  private readonly open = new Set<SqlDriverAdapter>();
  private readonly charColumns: Set<string>;

  constructor(private readonly settings: pg.ClientConfig) {
    const charColumns = new Set<string>();
    super({ ...settings, Client: catalogueClient(charColumns) });
    this.charColumns = charColumns;
  }

  override async connect() {
    return this.readingCatalogue(await super.connect());
  }

  /** Replaces the adapter's method, which drops the shadow database while still connected to it. */
  override async connectToShadowDb() {
    const server = await this.connect();
    const name = `shadow_${randomUUID().replaceAll("-", "")}`;
    await server.executeScript(`CREATE DATABASE ${name}`);
    const shadow = await new CatalogueFactory({ ...this.settings, database: name }).connect();
    // The engine closes the shadow connection. The method `dispose` of this class closes the connections to the server.
    const disconnect = shadow.dispose.bind(shadow);
    shadow.dispose = async () => {
      await disconnect();
      await server.executeScript(`DROP DATABASE ${name}`);
    };
    return shadow;
  }

  async dispose(): Promise<void> {
    for (const adapter of this.open) await adapter.dispose();
  }

  private readingCatalogue<Adapter extends SqlDriverAdapter & { underlyingDriver(): pg.Pool }>(
    adapter: Adapter,
  ): Adapter {
    // Sends the whole script in one query, because the adapter would split it at every semicolon, even inside
    // functions.
    adapter.executeScript = async (script) => void (await adapter.underlyingDriver().query(script));
    const queryRaw = adapter.queryRaw.bind(adapter);
    adapter.queryRaw = async (statement) => {
      const result = await queryRaw(statement);
      const columnTypes = result.columnNames.map((name, index) =>
        this.charColumns.has(name) ? ColumnTypeEnum.Character : (result.columnTypes[index] ?? ColumnTypeEnum.Text),
      );
      return { ...result, columnTypes };
    };
    this.open.add(adapter);
    return adapter;
  }
}

function catalogueClient(charColumns: Set<string>) {
  return class extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super(config);
      const { connection } = this as unknown as { connection: EventEmitter };
      connection.prependListener("rowDescription", ({ fields }: { fields: pg.FieldDef[] }) => {
        for (const field of fields.filter(({ dataTypeID }) => dataTypeID === catalogueCharType)) {
          charColumns.add(field.name);
          field.dataTypeID = textType;
        }
      });
    }
  };
}
