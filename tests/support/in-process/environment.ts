import { inject } from "vitest";
import { extendEnv } from "@/lib/kit/env";

// The variables of every test process: the same secrets and origin as the running product's, a quiet log.
const product = inject("product");
extendEnv({
  APP_ENV: "development",
  APP_SECRET: product?.appSecret ?? "a secret for tests: 0123456789 abcdefghijk",
  CARD_KEYS: product?.cardKeys ?? `1:${Buffer.from("abcdefghijklmnopqrstuvwxyz012345").toString("base64")}`,
  PUBLIC_URL: product?.publicUrl ?? "http://localhost:3000",
  LOG_LEVEL: "error",
  RATE_LIMIT_FACTOR: "1",
  ...(product && { DATABASE_URL: product.databaseUrl }),
});
