import { route } from "@/lib/api/route";
import { routes } from "@/lib/http/route/routes";
import { changePassword } from "@/lib/profile/change-password";
import { changePasswordEndpoint } from "@/lib/profile/contract";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  route(changePasswordEndpoint, ({ caller, body, clientAddress }) => changePassword(caller, body, clientAddress)),
);
