import { route } from "@/lib/api/route";
import { reportViolationEndpoint } from "@/lib/http/pages/csp-report-contract";
import { routes } from "@/lib/http/route/routes";
import { countViolation } from "@/lib/script-monitor/count-violation";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  route(reportViolationEndpoint, ({ body }) => countViolation(body["csp-report"])),
);
