"use client";

import { ActionForm } from "@/components/dashboard/ui/action-form";
import { TextArea, TextField } from "@/components/dashboard/ui/field";
import { Notice } from "@/components/dashboard/ui/page-parts";

type Finding = { mistake: string; says: string; mend: string };

export function HashInspector({ action }: { action: string }) {
  return (
    <ActionForm
      action={action}
      submit="Inspect"
      done=""
      outcome={(data) => (data.findings as Finding[]).map((finding) => <Found key={finding.says} {...finding} />)}
    >
      <TextArea
        name="address"
        label="Address your shop received"
        hint="The whole of it, with everything after the question mark."
        rows={6}
      />
      <TextField
        name="computed"
        label="Hash or tw_signature your code computed"
        hint="We try the usual mistakes until one leads to it."
        isOptional
      />
    </ActionForm>
  );
}

const Found = ({ mistake, says, mend }: Finding) => (
  <Notice tone={mistake === "right" ? "good" : "warn"}>
    <p data-testid="finding" data-mistake={mistake}>
      <strong>{says}</strong>
    </p>
    <p>{mend}</p>
  </Notice>
);
