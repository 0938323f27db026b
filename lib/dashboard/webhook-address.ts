import { withoutQuery } from "@/lib/kit/urls";
import type { Role } from "@/lib/reference/roles";

/** Hides the query of a webhook URL from support members, because some merchants put a secret into it. */
export const shownAddress = (role: Role, url: string): string => (role === "support" ? withoutQuery(url) : url);
