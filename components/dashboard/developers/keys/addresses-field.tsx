"use client";

import { useState } from "react";
import { FieldFrame, TextArea, useField } from "@/components/ui/form/field";
import fieldStyles from "@/components/ui/form/field.module.css";
import styles from "./key-form.module.css";

/** The addresses from which an API key works: any, or a list. It is sent as `cidrs`. */
export function AddressesField({ cidrs }: { cidrs: readonly string[] }) {
  const field = useField("cidrs", undefined);
  const [isLimited, setIsLimited] = useState(cidrs.length > 0);
  return (
    <>
      <FieldFrame label="Allowed addresses" hint={undefined} isOptional={undefined} field={field}>
        <select
          id={field.id}
          {...(!isLimited && { name: "cidrs" })}
          value={isLimited ? "some" : "any"}
          onChange={(event) => setIsLimited(event.currentTarget.value === "some")}
          className={`${fieldStyles.input} ${fieldStyles.select}`}
        >
          <option value="any">Any address</option>
          <option value="some">Only some addresses</option>
        </select>
      </FieldFrame>
      {isLimited && (
        <div className={styles.whole}>
          <TextArea
            name="cidrs"
            label="Addresses of your servers"
            hint="One per line: an address such as 203.0.113.7, or a range such as 203.0.113.0/24."
            value={cidrs.join("\n")}
          />
        </div>
      )}
    </>
  );
}
