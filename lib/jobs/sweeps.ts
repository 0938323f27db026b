import { tidyAuthentication } from "@/lib/auth/tidy-authentication";
import { forgetExpired } from "@/lib/http/store";
import { minute, now } from "@/lib/kit/clock";

/** Work that is done again and again, whoever does it. Each must be harmless to run twice at once. */
export type Sweep = { name: string; every: number; run: () => Promise<void> };

export const sweeps: readonly Sweep[] = [
  { name: "expired counters and answers", every: minute, run: () => forgetExpired(now()) },
  { name: "ended tokens and tries", every: minute, run: tidyAuthentication },
];
