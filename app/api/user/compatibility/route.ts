import { changeCompatibility } from "@/lib/accounts/settings/change-settings";
import {
  retrieveCompatibilityEndpoint,
  updateCompatibilityEndpoint,
} from "@/lib/accounts/settings/compatibility-contract";
import { retrieveCompatibility } from "@/lib/accounts/settings/read-settings";
import { route } from "@/lib/api/route";
import { routes } from "@/lib/http/route/routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  route(retrieveCompatibilityEndpoint, ({ caller }) => retrieveCompatibility(caller)),
  route(updateCompatibilityEndpoint, ({ caller, body }) => changeCompatibility(caller, body)),
);
