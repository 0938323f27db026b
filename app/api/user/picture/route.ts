import { route } from "@/lib/api/route";
import { routes } from "@/lib/http/route/routes";
import { createPictureEndpoint, deletePictureEndpoint, updatePictureEndpoint } from "@/lib/pictures/contract";
import { createPicture, deletePicture, updatePicture } from "@/lib/pictures/manage-picture";

const update = route(updatePictureEndpoint, ({ caller, body }) => updatePicture(caller, body));

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  route(createPictureEndpoint, ({ caller, body }) => createPicture(caller, body), update),
  update,
  route(deletePictureEndpoint, ({ caller }) => deletePicture(caller)),
);
