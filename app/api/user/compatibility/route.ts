import { changeCompatibility } from "@/lib/accounts/change-settings";
import { retrieveCompatibilityEndpoint, updateCompatibilityEndpoint } from "@/lib/accounts/compatibility-contract";
import { retrieveCompatibility } from "@/lib/accounts/read-settings";
import { route } from "@/lib/api/authenticated-route";
import { routes } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  route(retrieveCompatibilityEndpoint, ({ caller }) => retrieveCompatibility(caller)),
  route(updateCompatibilityEndpoint, ({ caller, body }) => changeCompatibility(caller, body)),
);
