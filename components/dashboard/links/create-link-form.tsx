"use client";

import { ActionForm } from "@/components/dashboard/ui/action-form";
import type { LinkChoices } from "@/lib/dashboard/views/payment-links";
import { LinkFields } from "./link-fields";

type Props = { mode: string; here: string; idempotencyKey: string; choices: LinkChoices };

/** Creates a link and opens its page, where the merchant shares it. */
export function CreateLinkForm({ mode, here, idempotencyKey, choices }: Props) {
  return (
    <ActionForm
      action={`/dashboard/${mode}/actions/create-payment-link`}
      submit="Create link"
      busy="Creating…"
      values={{ idempotency_key: idempotencyKey }}
      done="Payment link created."
      cancelHref={here}
      next={({ id }) => `${here}/${id}`}
    >
      <LinkFields link={null} choices={choices} />
    </ActionForm>
  );
}
