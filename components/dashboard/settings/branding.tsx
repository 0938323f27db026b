import { ActionForm } from "@/components/dashboard/ui/action-form";
import { Card } from "@/components/ui/card";
import { TextField } from "@/components/ui/form/field";
import { PageHead } from "@/components/ui/page-head";
import styles from "./branding.module.css";
import { BrandingForm } from "./branding-form";
import { KeptSettings } from "./kept-settings";

type Props = {
  mode: string;
  settings: {
    displayName: string | null;
    ownName: string;
    accentColour: string | null;
    picture: string | null;
    isKept: boolean;
  };
};

/** Settings of the checkout page's look. */
export function Branding({ mode, settings }: Props) {
  const { displayName, ownName, accentColour, picture, isKept } = settings;
  return (
    <>
      <PageHead title="Branding">
        <p>What customers see of you when they pay, in test and live.</p>
      </PageHead>
      {isKept && <KeptSettings />}
      <BrandingForm
        mode={mode}
        saved={{ name: displayName ?? "", accent: accentColour ?? "" }}
        ownName={ownName}
        picture={picture}
      />
      <Card title="Picture">
        <PictureForms mode={mode} picture={picture} />
      </Card>
    </>
  );
}

function PictureForms({ mode, picture }: { mode: string; picture: string | null }) {
  const actionOf = (name: string) => `/dashboard/${mode}/actions/${name}-picture`;
  return (
    <div className={styles.picture}>
      {picture ? (
        // biome-ignore lint/performance/noImgElement: our pictures are already optimised
        <img src={picture} width={80} height={80} alt="As it is now" />
      ) : (
        <p>There is none yet: the first letter of your name stands in its place.</p>
      )}
      <ActionForm
        action={actionOf(picture ? "update" : "create")}
        submit={picture ? "Replace" : "Add"}
        kind="secondary"
      >
        <TextField
          name="picture"
          label="File"
          type="file"
          accept="image/*"
          hint="Up to 5 MB. It is cut to a square of 200 by 200 pixels."
        />
      </ActionForm>
      {picture && <ActionForm action={actionOf("delete")} submit="Remove" kind="danger" />}
    </div>
  );
}
