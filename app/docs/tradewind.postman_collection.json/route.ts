import { fixedFile, jsonType } from "@/app/fixed-file";
import { downloadableCollection } from "@/lib/docs/postman";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = fixedFile(jsonType, () =>
  JSON.stringify(downloadableCollection()),
);
