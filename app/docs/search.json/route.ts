import { searchIndex } from "@/lib/docs/search";
import { readOnly } from "@/lib/http/route/routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = readOnly(async () => Response.json(searchIndex()));
