import { ActionForm } from "@/components/dashboard/ui/action-form";
import layout from "@/components/dashboard/ui/layout.module.css";
import { PasswordField } from "@/components/dashboard/ui/shared-fields";
import { Card } from "@/components/ui/card";
import { ChoicesField, SwitchField } from "@/components/ui/form/choice-fields";
import { SelectField, TextField } from "@/components/ui/form/field";
import { PageHead } from "@/components/ui/page-head";
import type { Settings } from "@/lib/accounts/settings/read-settings";
import { feeStructureWords } from "@/lib/format/value-words";
import { KeptSettings } from "./kept-settings";

type Props = { mode: string; settings: Settings };

const feeStructures = [
  { value: "any", label: "The payment request decides" },
  ...Object.entries(feeStructureWords).map(([value, label]) => ({ value, label })),
];

/** Settings of payment requests and payments. */
export function CheckoutSettings({ mode, settings }: Props) {
  return (
    <>
      <PageHead title="Checkout">
        <p>These settings apply to test and live, from the next payment request.</p>
      </PageHead>
      {settings.isKept && <KeptSettings />}
      <div className={layout.stack}>
        <Card title="Settings">
          <ActionForm
            action={`/dashboard/${mode}/actions/change-checkout-settings`}
            submit="Save"
            done="Checkout settings saved."
          >
            <SwitchField
              name="avs"
              label="Check the billing address (AVS)"
              hint="The page asks for the billing address, and the customer has five minutes instead of three to pay."
              isOn={settings.avs}
            />
            <SwitchField
              name="refuses_paid_orders"
              label="Refuse orders that are already paid"
              hint="A payment request for an order that was paid is refused if its total and currency are the same. Turn it off if your order numbers repeat. If you turn it on again, it applies to orders paid from then on."
              isOn={settings.refusesPaidOrders}
            />
            <SwitchField
              name="form_posts"
              label="Accept payment requests from browsers"
              hint="From forms, and from scripts on your pages. Turn it off if only your server sends payment requests."
              isOn={settings.formPosts}
            />
            <SwitchField
              name="allows_more_time"
              label="Let customers ask for more time"
              hint="In the last minute the page offers “I need more time”, which doubles the time to pay, once."
              isOn={settings.allowsMoreTime}
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
            <SelectField
              name="fee_structure"
              label="Processing fee"
              hint="If you choose who pays, we refuse payment requests with another choice."
              options={feeStructures}
              value={settings.feeStructure ?? "any"}
            />
          </ActionForm>
        </Card>
        <SignedRequests mode={mode} settings={settings} />
        <Compatibility mode={mode} settings={settings} />
      </div>
    </>
  );
}

function SignedRequests({ mode, settings }: Props) {
  return (
    <Card title="Signed requests">
      <p>
        Anyone who knows your account number can send a payment request in your name. If you require signatures, we
        accept only requests that your server signed. See{" "}
        <a href="/docs/payment-request#signed-requests">how to sign</a>. The signing secret is under{" "}
        <a href={`/dashboard/${mode}/hash-key`}>Hash key</a>.
      </p>
      <ActionForm
        action={`/dashboard/${mode}/actions/change-signed-requests`}
        submit="Save signed requests"
        done="Signed requests saved."
      >
        <SwitchField
          name="sandbox"
          label="Require signatures in test mode"
          hint="We check a signature that you send, even if you do not require it. So you can try it first."
          isOn={settings.signedSandbox}
        />
        <SwitchField
          name="live"
          label="Require signatures in live mode"
          hint="We refuse every live payment request without a valid signature."
          isOn={settings.signedLive}
        />
        {(settings.signedSandbox || settings.signedLive) && (
          <PasswordField why="Needed only to stop requiring signatures." isOptional />
        )}
      </ActionForm>
    </Card>
  );
}

function Compatibility({ mode, settings }: Props) {
  return (
    <Card title="Compatibility">
      <p>
        For shops whose code was written for another payment service. Leave both off unless your code needs them. They
        change the redirect that brings the customer back to your shop, also for payments that are open now. Receivers
        of webhooks have a setting of their own, a second signature: see{" "}
        <a href={`/dashboard/${mode}/webhooks`}>Webhooks</a>.
      </p>
      <ActionForm
        action={`/dashboard/${mode}/actions/change-compatibility`}
        submit="Save compatibility settings"
        done="Compatibility settings saved."
      >
        <SwitchField
          name="encodes_data"
          label="Return your data JSON-encoded once more"
          hint="For shops whose code decodes the data twice, for example plugins written for a service that returns the text JSON-encoded."
          isOn={settings.encodesData}
        />
        <SwitchField
          name="sends_customer_name"
          label="Add the customer's name to the redirect"
          hint="For shops that read the name from the return address."
          isOn={settings.sendsCustomerName}
        />
      </ActionForm>
    </Card>
  );
}
