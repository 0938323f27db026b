import { defineConfig } from "prisma/config";
import { rawEnv } from "./lib/kit/env";

const { DATABASE_URL } = rawEnv();

export default defineConfig({
  schema: "prisma/schema",
  migrations: { path: "prisma/migrations" },
  // Only for operators who use Prisma's own command line: we migrate without it.
  ...(DATABASE_URL && { datasource: { url: DATABASE_URL } }),
});
