import {
  changeBranding,
  changeCheckoutSettings,
  changeCompatibility,
  changeSignedRequests,
} from "@/lib/accounts/settings/change-settings";
import { updateCompatibilityEndpoint } from "@/lib/accounts/settings/compatibility-contract";
import { brandingForm, checkoutSettingsForm } from "@/lib/accounts/settings/settings-contract";
import { updateSignedRequestsEndpoint } from "@/lib/accounts/settings/signed-requests-contract";
import { createPictureEndpoint, deletePictureEndpoint, updatePictureEndpoint } from "@/lib/pictures/contract";
import { createPicture, deletePicture, updatePicture } from "@/lib/pictures/manage-picture";
import { action, withPasswordIfRisky } from "../action";

const builders = ["owner", "developer"] as const;

export const settingsActions = {
  "change-checkout-settings": action(checkoutSettingsForm, builders, ({ caller, body }) =>
    changeCheckoutSettings(caller, body),
  ),
  "change-compatibility": action(updateCompatibilityEndpoint, builders, ({ caller, body }) =>
    changeCompatibility(caller, body),
  ),
  "change-signed-requests": withPasswordIfRisky(
    action(updateSignedRequestsEndpoint, builders, ({ caller, body, isProven }) =>
      changeSignedRequests(caller, body, { isProven }),
    ),
  ),
  "change-branding": action(brandingForm, builders, ({ caller, body }) => changeBranding(caller, body)),
  "create-picture": action(createPictureEndpoint, builders, ({ caller, body }) => createPicture(caller, body)),
  "update-picture": action(updatePictureEndpoint, builders, ({ caller, body }) => updatePicture(caller, body)),
  "delete-picture": action(deletePictureEndpoint, builders, ({ caller }) => deletePicture(caller)),
};
