import { roles } from "@/lib/reference/roles";
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  rotateWebhookEndpoint,
  updateWebhookEndpoint,
} from "@/lib/webhooks/contract";
import {
  resendDeliveryEndpoint,
  resendFailedEndpoint,
  testWebhookEndpoint,
} from "@/lib/webhooks/delivery/delivery-contract";
import { createWebhook, deleteWebhook, rotateSecret, updateWebhook } from "@/lib/webhooks/endpoints/manage-endpoints";
import { resendDelivery, resendFailed, sendTestEvent } from "@/lib/webhooks/inspect";
import { action, withPassword, withPasswordIfRisky } from "../action";

const builders = ["owner", "developer"] as const;

/** Actions that reveal a webhook secret or send events to a new URL require the password. */
export const webhookActions = {
  "create-webhook": withPassword(
    action(createWebhookEndpoint, builders, ({ caller, environment, body }) =>
      createWebhook(caller, environment, body),
    ),
  ),
  "update-webhook": withPasswordIfRisky(
    action(updateWebhookEndpoint, builders, ({ caller, params, body, isProven }) =>
      updateWebhook(caller, params.id, body, { isProven }),
    ),
  ),
  "delete-webhook": action(deleteWebhookEndpoint, builders, ({ caller, params }) => deleteWebhook(caller, params.id)),
  "rotate-webhook": withPassword(
    action(rotateWebhookEndpoint, builders, ({ caller, params, body }) =>
      rotateSecret(caller, params.id, body.overlap_seconds),
    ),
  ),
  "test-webhook": action(testWebhookEndpoint, builders, ({ caller, params }) => sendTestEvent(caller, params.id)),
  "resend-delivery": action(resendDeliveryEndpoint, roles, ({ caller, params }) =>
    resendDelivery(caller, params.id, params.delivery_id),
  ),
  "resend-failed": action(resendFailedEndpoint, roles, ({ caller, params, body }) =>
    resendFailed(caller, params.id, body.since),
  ),
};
