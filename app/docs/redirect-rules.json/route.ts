import { fixedFile, jsonType } from "@/app/fixed-file";
import { redirectRules } from "@/lib/api/redirect-rules";
import { env } from "@/lib/kit/env";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = fixedFile(jsonType, () =>
  JSON.stringify(redirectRules(env().PUBLIC_URL), null, 2),
);
