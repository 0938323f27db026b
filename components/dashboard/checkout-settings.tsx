import { ActionForm } from "./action-form";
import { ChoicesField, SwitchField, TextField } from "./field";
import { KeptSettings } from "./kept-settings";
import { PageHead, Section } from "./page-parts";

type Props = {
  mode: string;
  settings: {
    avs: boolean;
    refusesPaidOrders: boolean;
    formPosts: boolean;
    currencies: readonly string[];
    offeredCurrencies: readonly string[];
    supportContact: string | null;
    isKept: boolean;
  };
};

/** How payments are requested and made. */
export function CheckoutSettings({ mode, settings }: Props) {
  return (
    <>
      <PageHead title="Checkout">
        <p>These settings hold for test and live, from the next payment request on.</p>
      </PageHead>
      {settings.isKept && <KeptSettings />}
      <Section title="Settings">
        <ActionForm action={`/dashboard/${mode}/actions/change-checkout-settings`} submit="Save" done="Saved.">
          <SwitchField
            name="avs"
            label="Check the billing address (AVS)"
            hint="The page asks for the billing address, and the customer has 300 seconds instead of 180."
            isOn={settings.avs}
          />
          <SwitchField
            name="refuses_paid_orders"
            label="Refuse orders that were paid"
            hint="A payment request for an order that was paid is refused. Switch it off if your order numbers repeat. Switched on again, it counts for orders paid from then on."
            isOn={settings.refusesPaidOrders}
          />
          <SwitchField
            name="form_posts"
            label="Accept payment requests from browser forms"
            hint="Switch it off if only your server sends payment requests."
            isOn={settings.formPosts}
          />
          <ChoicesField
            name="currencies"
            label="Accepted currencies"
            hint="Choose none to accept them all."
            options={settings.offeredCurrencies.map((code) => ({ value: code, label: code }))}
            chosen={settings.currencies}
          />
          <TextField
            name="support_contact"
            label="Support contact"
            hint="Customers see it on the page and in receipts: an email address, a phone number or a web address."
            value={settings.supportContact ?? ""}
            maxLength={100}
            isOptional
          />
        </ActionForm>
      </Section>
    </>
  );
}
