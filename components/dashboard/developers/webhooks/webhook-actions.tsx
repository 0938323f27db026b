"use client";

import { RotateCw, Send } from "lucide";
import { ActionForm } from "@/components/dashboard/ui/action-form";
import { Icon } from "@/components/ui/icon";

/** Actions of a webhook endpoint whose toasts depend on the server's answer. */

type TestProps = { action: string; id: string; here: string };

/** Sends a test event and opens its delivery, where the page says what came of it. */
export function SendTestEvent({ action, id, here }: TestProps) {
  return (
    <div>
      <ActionForm
        action={action}
        submit="Send test event"
        busy="Sending…"
        icon={<Icon of={Send} />}
        values={{ id }}
        done="Test event sent."
        next={({ event_id }) => `${here}?open=${event_id}`}
      />
    </div>
  );
}

const queued = (deliveries: number): string =>
  deliveries === 1 ? "1 delivery queued." : `${deliveries.toLocaleString("en")} deliveries queued.`;

export function ResendFailed({ action, values }: { action: string; values: Readonly<Record<string, string>> }) {
  return (
    <ActionForm
      action={action}
      submit="Resend failed deliveries"
      busy="Resending…"
      kind="plain"
      values={values}
      done={({ deliveries }) => queued(Number(deliveries))}
    />
  );
}

type ResendProps = { action: string; id: string; deliveryId: string; isPending: boolean; size?: "small" };

/** Sends one delivery again: "Retry now" while it waits for its next attempt, "Resend" when it is over. */
export function ResendDelivery({ action, id, deliveryId, isPending, size }: ResendProps) {
  return (
    <ActionForm
      action={action}
      submit={isPending ? "Retry now" : "Resend"}
      busy="Sending…"
      icon={<Icon of={RotateCw} {...(size === "small" && { size: 14 })} />}
      kind="secondary"
      {...(size && { size })}
      values={{ id, delivery_id: deliveryId }}
      done={queued(1)}
    />
  );
}
