import { ActionForm } from "@/components/dashboard/ui/action-form";
import { QrCode } from "@/components/dashboard/ui/qr-code";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { SwitchField } from "@/components/ui/form/choice-fields";
import { TextField } from "@/components/ui/form/field";
import { Moment } from "@/components/ui/moment";
import { Notice } from "@/components/ui/notice";
import { PageHead } from "@/components/ui/page-head";
import { DataTable } from "@/components/ui/table/data-table";
import styles from "./security.module.css";

type Session = {
  id: string;
  address: string;
  userAgent: string;
  createdAt: Date;
  lastSeenAt: Date;
  isThis: boolean;
};

/** A new second-factor secret that the member has not yet confirmed with a code. */
type Pending = { uri: string; text: string };

type Props = {
  mode: string;
  sessions: readonly Session[];
  idleMinutes: number;
  secondFactor: "on" | Pending | null;
  /** Whether the member is the account holder, whose password can be exchanged for API tokens. */
  isHolder: boolean;
  /** The setting that allows password exchange for API tokens. Null if the member may not change it. */
  passwordGrant: { isOn: boolean; canBeOff: boolean } | null;
};

export function Security({ mode, sessions, idleMinutes, secondFactor, isHolder, passwordGrant }: Props) {
  const actionOf = (name: string) => `/dashboard/${mode}/actions/${name}`;
  return (
    <>
      <PageHead title="Security">
        <p>How you sign in, and where you are signed in.</p>
      </PageHead>
      <Card title="Password">
        <p>Changing it signs you out everywhere. API keys go on.</p>
        <ActionForm action={actionOf("change-password")} submit="Change password" next="/dashboard/sign-in">
          <TextField name="old_password" label="Old password" type="password" autoComplete="current-password" />
          <TextField name="new_password" label="New password" type="password" autoComplete="new-password" />
          <TextField name="confirm_password" label="New password again" type="password" autoComplete="new-password" />
        </ActionForm>
      </Card>
      <Card title="Second factor">
        <SecondFactor actionOf={actionOf} state={secondFactor} isHolder={isHolder} />
      </Card>
      {passwordGrant && <PasswordGrant action={actionOf("switch-password-grant")} {...passwordGrant} />}
      <Card title="Where you are signed in">
        <p>A browser is signed out after {idleMinutes} minutes without use, and after 12 hours in any case.</p>
        <Sessions action={actionOf("end-session")} sessions={sessions} />
        <ActionForm
          action={actionOf("end-sessions")}
          submit="Sign out everywhere"
          kind="danger"
          confirm={{ title: "Sign out everywhere?", text: "You are signed out here, too." }}
          next="/dashboard/sign-in"
        />
      </Card>
    </>
  );
}

type FactorProps = { actionOf: (name: string) => string; state: "on" | Pending | null; isHolder: boolean };

function SecondFactor({ actionOf, state, isHolder }: FactorProps) {
  if (state === "on") {
    return (
      <>
        <Notice tone="success">
          <p>On. You sign in with your password and a code from your app.</p>
        </Notice>
        <ActionForm action={actionOf("disable-second-factor")} submit="Switch it off" kind="danger">
          <TextField name="password" label="Password" type="password" autoComplete="current-password" />
          <TextField name="code" label="Code" hint="From your app, or a recovery code." autoComplete="one-time-code" />
        </ActionForm>
      </>
    );
  }
  return (
    <>
      <p>
        Beside your password, you enter a code that an app on your phone shows: whoever learns the password is not in.
      </p>
      {state && (
        <>
          <p>Scan this with your app, or type the secret into it. Then enter the code that it shows.</p>
          <QrCode text={state.uri} label="QR code with the secret for your app" />
          <p>
            Secret:{" "}
            <code className={styles.secret} data-testid="second-factor-secret">
              {state.text}
            </code>
          </p>
          <p>You then get ten recovery codes, for when you do not have your phone. Each works once.</p>
          {isHolder && (
            <p>
              Switching it on ends all API tokens of the account. Programs that exchange your password for tokens must
              then send a code as <code>otp</code>; API keys keep working.
            </p>
          )}
          <ActionForm
            action={actionOf("enable-second-factor")}
            submit="Switch it on"
            reveals={{ recovery_codes: "Recovery codes" }}
          >
            <TextField name="code" label="Code" inputMode="numeric" autoComplete="one-time-code" />
          </ActionForm>
        </>
      )}
      {!state && (
        <ActionForm action={actionOf("begin-second-factor")} submit="Set it up">
          <TextField name="password" label="Password" type="password" autoComplete="current-password" />
        </ActionForm>
      )}
    </>
  );
}

function PasswordGrant({ action, isOn, canBeOff }: { action: string; isOn: boolean; canBeOff: boolean }) {
  return (
    <Card title="API tokens by password">
      <p>
        Programs can exchange the account's email and password for API tokens. While the holder's second factor is on,
        they must also send a code as <code>otp</code>. Switched off, the password opens the dashboard only, and all API
        tokens end at once. API keys keep working.
      </p>
      {canBeOff ? (
        <ActionForm action={action} submit="Save" done="Saved.">
          <SwitchField name="password_grant" label="The password opens API tokens" isOn={isOn} />
        </ActionForm>
      ) : (
        <p>It can be switched off once the account's holder has a second factor.</p>
      )}
    </Card>
  );
}

function Sessions({ action, sessions }: { action: string; sessions: readonly Session[] }) {
  return (
    <DataTable
      caption="Browsers that are signed in"
      columns={["Browser", "Address", "Signed in", "Last seen", ""]}
      empty="There is none."
      rows={sessions.map(({ id, userAgent, address, createdAt, lastSeenAt, isThis }) => ({
        key: id,
        cells: [
          userAgent || "Unknown",
          address,
          <Moment key="in" at={createdAt} />,
          <Moment key="seen" at={lastSeenAt} />,
          isThis ? (
            <Badge key="this" tone="success">
              This one
            </Badge>
          ) : (
            <ActionForm key="end" action={action} submit="End" kind="secondary" values={{ session_id: id }} />
          ),
        ],
      }))}
    />
  );
}
