import { FormPanel } from "@/components/dashboard/ui/form-dialog";
import layout from "@/components/dashboard/ui/layout.module.css";
import { PasswordField } from "@/components/dashboard/ui/shared-fields";
import { Card } from "@/components/ui/card";
import { TextArea } from "@/components/ui/form/field";
import { DialogLink } from "@/components/ui/overlay/dialog";
import { PageHead } from "@/components/ui/page-head";
import styles from "./addresses.module.css";

type Props = {
  mode: string;
  responseHosts: readonly string[];
  frameOrigins: readonly string[];
  isEditing: boolean;
};

export function Addresses({ mode, responseHosts, frameOrigins, isEditing }: Props) {
  const here = `/dashboard/${mode}/addresses`;
  return (
    <>
      <PageHead title="Allowed addresses" actions={<DialogLink href={`${here}?edit=1`}>Edit addresses</DialogLink>}>
        <p>
          Where customers may return to, and which sites may show the checkout in a frame. They are the same in test and
          live.
        </p>
      </PageHead>
      <div className={layout.stack}>
        <Card title="Hosts of your shop">
          <AddressList addresses={responseHosts} empty="Any host: customers may return to every URL that you send." />
          <p className={styles.note}>
            We refuse a payment request whose <code>response_url</code> is on another host.
          </p>
        </Card>
        <Card title="Sites that may frame the checkout">
          <AddressList addresses={frameOrigins} empty="Only the site of the payment itself." />
          <p className={styles.note}>
            The site of a payment’s <code>response_url</code> may always frame it.
          </p>
        </Card>
      </div>
      {isEditing && <EditPanel {...{ mode, responseHosts, frameOrigins }} />}
    </>
  );
}

function AddressList({ addresses, empty }: { addresses: readonly string[]; empty: string }) {
  if (addresses.length === 0) return <p className={styles.empty}>{empty}</p>;
  return (
    <ul className={styles.list}>
      {addresses.map((address) => (
        <li key={address}>{address}</li>
      ))}
    </ul>
  );
}

function EditPanel({ mode, responseHosts, frameOrigins }: Omit<Props, "isEditing">) {
  const here = `/dashboard/${mode}/addresses`;
  return (
    <FormPanel
      title="Edit addresses"
      closeHref={here}
      action={`/dashboard/${mode}/actions/save-addresses`}
      submit="Save"
      done="Addresses saved."
    >
      <TextArea
        name="response_hosts"
        label="Hosts of your shop"
        hint="One per line, such as shop.example or localhost:3000. If it is empty, every host is allowed. In live mode, a customer whose request was refused then stays on our page."
        value={responseHosts.join("\n")}
        rows={5}
        isOptional
      />
      <TextArea
        name="frame_origins"
        label="Sites that may frame the checkout"
        hint="One per line, such as https://shop.example. Use http for localhost only; it works for test payments."
        value={frameOrigins.join("\n")}
        rows={5}
        isOptional
      />
      <PasswordField why="Customers return to these hosts, so we check that it is you." />
    </FormPanel>
  );
}
