import { route } from "@/lib/api/authenticated-route";
import { routes } from "@/lib/http/route";
import { changePhone } from "@/lib/user/change-phone";
import { changePhoneEndpoint } from "@/lib/user/contract";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  route(changePhoneEndpoint, ({ caller, body }) => changePhone(caller, body.phone)),
);
