import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fixedFile, jsonType } from "@/app/fixed-file";

/** The test vectors of our libraries, for everyone who writes the same checks. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = fixedFile(jsonType, () =>
  readFileSync(join(process.cwd(), "sdk/vectors.json"), "utf8"),
);
