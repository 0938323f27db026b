import { withoutQuery } from "@/lib/kit/urls";
import type { Role } from "@/lib/reference/roles";

/** Some put a secret into the query: it is for those who may change the endpoint. */
export const shownAddress = (role: Role, url: string): string => (role === "support" ? withoutQuery(url) : url);
