"use client";

import { useState } from "react";
import buttons from "@/components/ui/button.module.css";
import { ChoicesField, SegmentedField, SwitchField } from "@/components/ui/form/choice-fields";
import { FormProblems, SelectField, TextArea, TextField } from "@/components/ui/form/field";
import { MoneyField } from "@/components/ui/form/money-field";
import { SecretField } from "@/components/ui/form/secret-field";
import { ConfirmDialog } from "@/components/ui/overlay/confirm-dialog";
import { DialogLink } from "@/components/ui/overlay/dialog";
import { showToast } from "@/components/ui/overlay/toast";
import styles from "./styleguide.module.css";

export function FieldSamples() {
  return (
    <div className={styles.pair}>
      <TextField name="name" label="Name" value="WooCommerce server" hint="You can change it later." />
      <TextField name="reason" label="Reason" value="Out of stock" isOptional />
      <FormProblems value={{ amount: "Enter TTD 1,249.50 or less.", site: "Must start with https in live mode." }}>
        <MoneyField name="amount" label="Amount" currency="TTD" value="2000.00" />
        <TextField name="site" type="url" label="URL" value="http://shop.maracas.example" />
      </FormProblems>
      <SecretField label="Hash key" value="0123456789ab" />
      <SelectField
        name="expires"
        label="Expires"
        value="365"
        options={[
          { value: "30", label: "In 30 days" },
          { value: "365", label: "In 1 year" },
        ]}
      />
      <TextArea name="data" label="Data" hint="Comes back unchanged in records and webhooks." isOptional />
      <div className={styles.stack}>
        <SwitchField name="avs" label="Check the billing address" isOn />
        <SegmentedField
          name="access"
          label="Access"
          value="read"
          options={[
            { value: "none", label: "None" },
            { value: "read", label: "Read" },
            { value: "all", label: "All" },
          ]}
        />
      </div>
      <ChoicesField
        name="scopes"
        label="Permissions"
        options={[
          { value: "retrieve", label: "View transactions" },
          { value: "refund", label: "Request refunds" },
        ]}
        chosen={["retrieve"]}
      />
    </div>
  );
}

export function OverlaySamples({ here }: { here: string }) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <div className={styles.row}>
      <DialogLink href={`${here}?show=dialog`} look="secondary">
        Dialog
      </DialogLink>
      <DialogLink href={`${here}?show=panel`} look="secondary">
        Side panel
      </DialogLink>
      <button type="button" className={buttons.secondary} onClick={() => setIsAsking(true)}>
        Confirmation
      </button>
      <button
        type="button"
        className={buttons.secondary}
        onClick={() => showToast({ text: "Refund of TTD 400.00 requested.", link: { href: here, label: "View" } })}
      >
        Toast
      </button>
      <button
        type="button"
        className={buttons.secondary}
        onClick={() => showToast({ text: "The key was not saved. Try again.", tone: "danger" })}
      >
        Error toast
      </button>
      {isAsking && (
        <ConfirmDialog
          title="Revoke “Refund desk”?"
          text="Requests with the key svc_live_…4hQz fail from now on. You cannot undo this."
          keep="Keep key"
          submit="Revoke key"
          isDangerous
          onAnswer={() => setIsAsking(false)}
        />
      )}
    </div>
  );
}
