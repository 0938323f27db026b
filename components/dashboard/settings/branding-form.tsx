"use client";

import { useEffect, useState } from "react";
import { ActionForm } from "@/components/dashboard/ui/action-form";
import { ColourField } from "@/components/dashboard/ui/colour-field";
import { Card } from "@/components/ui/card";
import { TextField } from "@/components/ui/form/field";
import { methodWords } from "@/lib/format/value-words";
import styles from "./branding.module.css";

type Look = { name: string; accent: string };
type Props = { mode: string; saved: Look; ownName: string; picture: string | null };

const methods = ["credit_card_co", "3co_simple"] as const;

/** The branding form, with previews of both checkout layouts that follow the typed values. */
export function BrandingForm({ mode, saved, ownName, picture }: Props) {
  const [typed, setTyped] = useState(saved);
  useEffect(() => setTyped({ name: saved.name, accent: saved.accent }), [saved.name, saved.accent]);
  const shown = useSettled(typed);
  const query = new URLSearchParams(shown);
  return (
    <div onReset={() => setTyped(saved)}>
      <Card title="Name and colour">
        <ActionForm action={`/dashboard/${mode}/actions/change-branding`} submit="Save" done="Branding saved.">
          <TextField
            name="display_name"
            label="Display name"
            hint={`Shown instead of ${ownName}.`}
            value={saved.name}
            maxLength={60}
            isOptional
            onType={(name) => setTyped((all) => ({ ...all, name }))}
          />
          <ColourField
            name="accent_colour"
            label="Accent colour"
            hint="The colour of the Pay button, for example #0a6375. We choose dark or light text for it."
            value={saved.accent}
            typed={typed.accent}
            isOptional
            onType={(accent) => setTyped((all) => ({ ...all, accent }))}
          />
        </ActionForm>
      </Card>
      <Card title="Preview">
        <div className={styles.previews}>
          {methods.map((method) => (
            // The key contains the picture, so that the preview reloads when the picture changes.
            <figure key={`${method} ${picture}`}>
              <figcaption>{methodWords[method]}</figcaption>
              <Preview
                src={`/dashboard/${mode}/branding/preview?method=${method}&${query}`}
                title={`Preview of the page: ${methodWords[method]}`}
              />
            </figure>
          ))}
        </div>
      </Card>
    </div>
  );
}

/**
 * A checkout preview. Each URL gets a new iframe, so that previews add no entries to the browser's history. It has our
 * origin, because the typeface and the drawings are for our origin only, but it runs no scripts.
 */
function Preview({ src, title }: { src: string; title: string }) {
  return <iframe key={src} src={src} title={title} sandbox="allow-same-origin" className={styles.frame} />;
}

const settledAfterMs = 300;

/** Debounces the typed values, so that the preview does not reload at every key. */
function useSettled(typed: Look): Look {
  const [settled, setSettled] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), settledAfterMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return settled;
}
