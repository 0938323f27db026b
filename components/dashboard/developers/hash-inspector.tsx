"use client";

import { ActionForm } from "@/components/dashboard/ui/action-form";
import { TextArea, TextField } from "@/components/ui/form/field";
import { Notice } from "@/components/ui/notice";

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
  <Notice tone={mistake === "right" ? "success" : "warning"}>
    <p data-testid="finding" data-mistake={mistake}>
      <strong>{says}</strong>
    </p>
    <p>{mend}</p>
  </Notice>
);
