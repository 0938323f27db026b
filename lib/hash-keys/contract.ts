import * as z from "zod/mini";
import { created, done, ok, perMinute } from "@/lib/http/message/endpoint";
import { timestamp, wholeNumber } from "@/lib/kit/fields";

/** Contracts of the dashboard's hash key page. */
export const overlapSecondsDefault = 24 * 60 * 60;
const overlapSecondsMax = 30 * 24 * 60 * 60;

const guarded = { method: "POST", limit: { ...perMinute(5), failing: "closed" } } as const;
const next = { next_hash_key: z.string(), next_signing_secret: z.string(), next_from: timestamp() };

export const revealSecretsForm = {
  ...guarded,
  path: "/dashboard/hash-key/reveal",
  success: ok(z.object({ hash_key: z.string(), signing_secret: z.string(), ...z.partial(z.object(next)).shape })),
} as const;

export const rotateSecretsForm = {
  ...guarded,
  path: "/dashboard/hash-key/rotate",
  body: z.object({ overlap_seconds: z.optional(wholeNumber({ min: 0, max: overlapSecondsMax })) }),
  success: created(z.object(next)),
} as const;

export const switchSecretsForm = {
  ...guarded,
  path: "/dashboard/hash-key/switch",
  success: done,
} as const;
