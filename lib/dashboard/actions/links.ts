import { deleteLinkEndpoint, updateLinkEndpoint } from "@/lib/payment-links/contract";
import { createLinkForm, editLinkForm } from "@/lib/payment-links/form-contract";
import { createLinkWithPicture, editLink } from "@/lib/payment-links/link-picture";
import { deleteLink, updateLink } from "@/lib/payment-links/manage-links";
import { termChecks } from "@/lib/payment-links/terms";
import { action } from "../action";

const builders = ["owner", "developer"] as const;

export const linkActions = {
  "create-payment-link": action(
    createLinkForm,
    builders,
    ({ caller, environment, body }) => createLinkWithPicture(caller, environment, body),
    ({ environment }, valid) => termChecks(environment, valid),
  ),
  /** Opens or closes a link. */
  "switch-payment-link": action(updateLinkEndpoint, builders, ({ caller, environment, params, body: { open } }) =>
    updateLink(caller, environment, params.id, { open }),
  ),
  "edit-payment-link": action(
    editLinkForm,
    builders,
    ({ caller, environment, params, body }) => editLink(caller, environment, params.id, body),
    ({ environment }, valid) => termChecks(environment, valid),
  ),
  "delete-payment-link": action(deleteLinkEndpoint, builders, ({ caller, environment, params }) =>
    deleteLink(caller, environment, params.id),
  ),
};
