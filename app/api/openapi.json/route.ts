import { fixedFile, jsonType } from "@/app/fixed-file";
import { apiDocument } from "@/lib/api/document";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = fixedFile(jsonType, () =>
  JSON.stringify(apiDocument()),
);
