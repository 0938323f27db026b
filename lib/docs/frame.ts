import { env } from "@/lib/kit/env";
import { sampleAccount } from "./fill";
import { docsPages } from "./pages";

/** What surrounds a page of the docs. `current` is the address that the navigation marks. */
export const docsFrame = (current: string | null) => ({
  groups: docsPages().groups,
  current,
  isSandbox: env().SEED_SANDBOX,
  sampleAccount: sampleAccount(),
});
