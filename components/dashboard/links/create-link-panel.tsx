"use client";

import { FormPanel } from "@/components/dashboard/ui/form-dialog";
import type { LinkChoices } from "@/lib/dashboard/views/payment-links";
import { LinkFields } from "./link-fields";

type Props = { mode: string; here: string; idempotencyKey: string; choices: LinkChoices };

/** Creates a link and opens its page, where the merchant shares it. */
export function CreateLinkPanel({ mode, here, idempotencyKey, choices }: Props) {
  return (
    <FormPanel
      title="New payment link"
      closeHref={here}
      action={`/dashboard/${mode}/actions/create-payment-link`}
      submit="Create link"
      busy="Creating…"
      values={{ idempotency_key: idempotencyKey }}
      done="Payment link created."
      next={({ id }) => `${here}/${id}`}
    >
      <LinkFields link={null} choices={choices} />
    </FormPanel>
  );
}
