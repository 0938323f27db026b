"use client";

import { ScanSearch } from "lucide";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { FormRefusal, showRefusal } from "@/components/dashboard/ui/form-refusal";
import layout from "@/components/dashboard/ui/layout.module.css";
import { type Sent, sendForm } from "@/components/dashboard/ui/send-form";
import buttons from "@/components/ui/button.module.css";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { FormProblems, TextArea, TextField } from "@/components/ui/form/field";
import { useIsScripted } from "@/components/ui/use-is-scripted";
import type { Inspection } from "@/lib/hash-inspector/inspect-contract";
import styles from "./hash-inspector.module.css";
import { InspectionReport } from "./inspection-report";

/** The form and the report of the hash inspector. The report stands first on a wide screen. */
export function HashInspector({ action }: { action: string }) {
  const { sent, isSending, handleSubmit } = useInspection();
  const refusal = sent && !sent.isDone ? sent : null;
  const isReady = useIsScripted();
  const form = useRef<HTMLFormElement>(null);
  const summary = useRef<HTMLElement>(null);
  useEffect(() => {
    if (refusal) showRefusal(form.current, summary.current);
  }, [refusal]);
  return (
    <div className={`${layout.columns} ${styles.inspector}`}>
      <Card>
        <form ref={form} method="post" action={action} onSubmit={handleSubmit} className={styles.form} noValidate>
          {refusal && <FormRefusal refusal={refusal} form={form.current} boxRef={summary} />}
          <FormProblems value={refusal?.errors ?? {}}>
            <TextArea
              name="address"
              label="URL your shop received"
              hint="Include everything after the question mark."
              rows={6}
            />
            <TextField
              name="computed"
              label="Hash your code computed"
              hint="We try common mistakes to find yours."
              autoComplete="off"
              isOptional
            />
          </FormProblems>
          <button type="submit" className={buttons.primary} disabled={!isReady} aria-disabled={isSending}>
            {isSending ? "Inspecting…" : "Inspect"}
          </button>
        </form>
      </Card>
      <div role="status" className={layout.stack}>
        {sent?.isDone ? <InspectionReport {...(sent.data as Inspection)} /> : <NothingYet />}
      </div>
    </div>
  );
}

function NothingYet() {
  return (
    <Card>
      <EmptyState
        icon={ScanSearch}
        title="Nothing inspected yet"
        text="Paste a URL, and the hash of your code if you have it. We never show your keys."
      />
    </Card>
  );
}

function useInspection() {
  const [sent, setSent] = useState<Sent | null>(null);
  const [isSending, setIsSending] = useState(false);
  async function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isSending) return;
    setIsSending(true);
    setSent(await sendForm(event.currentTarget));
    setIsSending(false);
  }
  return { sent, isSending, handleSubmit };
}
