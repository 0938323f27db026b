import { env, extendEnv } from "@/lib/kit/env";

/** Has this process take itself for one in production; the function it returns takes that back. */
export function inProduction(changes: Record<string, string> = {}): () => void {
  const { APP_ENV, PUBLIC_URL, RATE_LIMIT_FACTOR } = env();
  const before = { APP_ENV, PUBLIC_URL, RATE_LIMIT_FACTOR: String(RATE_LIMIT_FACTOR), TRUSTED_PROXIES: "" };
  extendEnv({
    APP_ENV: "production",
    PUBLIC_URL: "https://pay.example.com",
    RATE_LIMIT_FACTOR: "",
    TRUSTED_PROXIES: "none",
    ...changes,
  });
  const unset = Object.keys(changes).map((name) => [name, ""]);
  return () => void extendEnv({ ...before, ...Object.fromEntries(unset) });
}
