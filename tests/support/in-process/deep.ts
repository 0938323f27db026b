import { rawEnv } from "@/lib/kit/env";

/** The long version of the tests (`npm run test:deep`). */
export const isDeep = rawEnv().TEST_DEEP === "true";
