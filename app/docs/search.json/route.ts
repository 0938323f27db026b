import { fixedFile, jsonType } from "@/app/fixed-file";
import { searchIndex } from "@/lib/docs/search";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = fixedFile(jsonType, () =>
  JSON.stringify(searchIndex()),
);
