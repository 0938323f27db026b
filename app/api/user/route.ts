import { route } from "@/lib/api/authenticated-route";
import { routes } from "@/lib/http/route";
import { retrieveProfileEndpoint } from "@/lib/user/contract";
import { retrieveProfile } from "@/lib/user/retrieve-profile";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  route(retrieveProfileEndpoint, ({ caller, environment }) => retrieveProfile(caller, environment)),
);
