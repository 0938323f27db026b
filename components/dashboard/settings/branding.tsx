import { ActionForm } from "@/components/dashboard/ui/action-form";
import layout from "@/components/dashboard/ui/layout.module.css";
import { PictureField } from "@/components/dashboard/ui/picture-field";
import { Card } from "@/components/ui/card";
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
        <p>How the checkout page and receipts show your business, in test and live.</p>
      </PageHead>
      {isKept && <KeptSettings />}
      <div className={layout.stack}>
        <BrandingForm
          mode={mode}
          saved={{ name: displayName ?? "", accent: accentColour ?? "" }}
          ownName={ownName}
          picture={picture}
        />
        <Card title="Picture">
          <PictureForms mode={mode} picture={picture} />
        </Card>
      </div>
    </>
  );
}

function PictureForms({ mode, picture }: { mode: string; picture: string | null }) {
  const actionOf = (name: string) => `/dashboard/${mode}/actions/${name}-picture`;
  return (
    <div className={styles.picture}>
      {picture ? (
        // biome-ignore lint/performance/noImgElement: our pictures are already optimised
        <img src={picture} width={80} height={80} alt="Shown to customers" />
      ) : (
        <p>You have no picture yet. Customers see the first letter of your name.</p>
      )}
      <ActionForm
        action={actionOf(picture ? "update" : "create")}
        submit={picture ? "Replace picture" : "Add picture"}
        kind="secondary"
        busy="Uploading…"
        done="Picture saved."
      >
        <PictureField />
      </ActionForm>
      {picture && (
        <ActionForm
          action={actionOf("delete")}
          submit="Remove picture"
          kind="danger"
          busy="Removing…"
          done="Picture removed."
        />
      )}
    </div>
  );
}
