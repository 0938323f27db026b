import { route } from "@/lib/api/route";
import { routes } from "@/lib/http/route/routes";
import { changePhone } from "@/lib/profile/change-phone";
import { changePhoneEndpoint } from "@/lib/profile/contract";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  route(changePhoneEndpoint, ({ caller, body }) => changePhone(caller, body.phone)),
);
