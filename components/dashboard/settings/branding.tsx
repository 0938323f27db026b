import layout from "@/components/dashboard/ui/layout.module.css";
import { PictureForms } from "@/components/dashboard/ui/picture-forms";
import { Card } from "@/components/ui/card";
import { PageHead } from "@/components/ui/page-head";
import type { Settings } from "@/lib/accounts/settings/read-settings";
import styles from "./branding.module.css";
import { BrandingForm } from "./branding-form";
import { KeptSettings } from "./kept-settings";

type Props = { mode: string; settings: Settings };

/** Settings of the checkout page's look. */
export function Branding({ mode, settings }: Props) {
  const { displayName, ownName, accentColour, picture, isKept } = settings;
  const actions = `/dashboard/${mode}/actions`;
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
          <PictureForms
            picture={picture}
            alt="Shown to customers"
            empty="You have no picture yet. Customers see the first letter of your name."
            actions={{
              set: `${actions}/${picture ? "update" : "create"}-picture`,
              remove: `${actions}/delete-picture`,
            }}
            className={styles.picture}
          />
        </Card>
      </div>
    </>
  );
}
