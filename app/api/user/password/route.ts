import { route } from "@/lib/api/authenticated-route";
import { routes } from "@/lib/http/route";
import { changePassword } from "@/lib/user/change-password";
import { changePasswordEndpoint } from "@/lib/user/contract";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  route(changePasswordEndpoint, ({ caller, body, clientAddress }) => changePassword(caller, body, clientAddress)),
);
