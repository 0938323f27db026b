import {
  clearableFields,
  createLinkEndpoint,
  deleteLinkEndpoint,
  deleteLinkPictureEndpoint,
  setLinkPictureEndpoint,
  updateLinkEndpoint,
} from "@/lib/payment-links/contract";
import { deleteLinkPicture, setLinkPicture } from "@/lib/payment-links/link-picture";
import { createLink, deleteLink, updateLink } from "@/lib/payment-links/manage-links";
import { action } from "../action";

const builders = ["owner", "developer"] as const;

export const linkActions = {
  "create-payment-link": action(createLinkEndpoint, builders, ({ caller, environment, body }) =>
    createLink(caller, environment, body),
  ),
  /** Opens or closes a link. */
  "switch-payment-link": action(updateLinkEndpoint, builders, ({ caller, environment, params, body: { open } }) =>
    updateLink(caller, environment, params.id, { open }),
  ),
  /** The form has all fields, so an empty one removes the value. */
  "edit-payment-link": action(updateLinkEndpoint, builders, ({ caller, environment, params, body }) => {
    const clear = clearableFields.filter((field) => body[field] === undefined);
    return updateLink(caller, environment, params.id, { ...body, clear });
  }),
  "delete-payment-link": action(deleteLinkEndpoint, builders, ({ caller, environment, params }) =>
    deleteLink(caller, environment, params.id),
  ),
  "set-link-picture": action(setLinkPictureEndpoint, builders, ({ caller, environment, params, body }) =>
    setLinkPicture(caller, environment, params.id, body),
  ),
  "remove-link-picture": action(deleteLinkPictureEndpoint, builders, ({ caller, environment, params }) =>
    deleteLinkPicture(caller, environment, params.id),
  ),
};
