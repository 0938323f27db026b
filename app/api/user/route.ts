import { route } from "@/lib/api/route";
import { routes } from "@/lib/http/route/routes";
import { retrieveProfileEndpoint } from "@/lib/profile/contract";
import { retrieveProfile } from "@/lib/profile/retrieve-profile";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  route(retrieveProfileEndpoint, ({ caller, environment }) => retrieveProfile(caller, environment)),
);
