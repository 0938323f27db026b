import { route } from "@/lib/api/route";
import { routes } from "@/lib/http/route/routes";
import { deleteLinkPictureEndpoint, setLinkPictureEndpoint } from "@/lib/payment-links/contract";
import { deleteLinkPicture, setLinkPicture } from "@/lib/payment-links/link-picture";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  route(setLinkPictureEndpoint, ({ caller, environment, params, body }) =>
    setLinkPicture(caller, environment, params.id, body),
  ),
  route(deleteLinkPictureEndpoint, ({ caller, environment, params }) =>
    deleteLinkPicture(caller, environment, params.id),
  ),
);
