import { encode } from "uqr";
import { ActionForm } from "@/components/dashboard/ui/action-form";
import layout from "@/components/dashboard/ui/layout.module.css";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { SwitchField } from "@/components/ui/form/choice-fields";
import { TextField } from "@/components/ui/form/field";
import { Moment } from "@/components/ui/moment";
import { Notice } from "@/components/ui/notice";
import { PageHead } from "@/components/ui/page-head";
import { DataTable } from "@/components/ui/table/data-table";
import type { Zone } from "@/lib/format/dates";
import type { OwnSession } from "@/lib/members/manage-sessions";
import type { PendingSecret } from "@/lib/members/second-factor";
import { browserName } from "./browser-name";
import styles from "./security.module.css";

type Props = {
  mode: string;
  sessions: readonly OwnSession[];
  idleMinutes: number;
  /** What a new password must be, in words. */
  passwordRules: string;
  /** A new secret that the member has not yet confirmed with a code is pending. */
  secondFactor: "on" | PendingSecret | null;
  /** Whether the member is the account holder, whose password can be exchanged for API tokens. */
  isHolder: boolean;
  /** The setting that allows password exchange for API tokens. Null if the member may not change it. */
  passwordGrant: { isOn: boolean; canBeOff: boolean } | null;
  zone: Zone;
};

export function Security(props: Props) {
  const { mode, sessions, idleMinutes, passwordRules, secondFactor, isHolder, passwordGrant, zone } = props;
  const actionOf = (name: string) => `/dashboard/${mode}/actions/${name}`;
  return (
    <>
      <PageHead title="Security">
        <p>How you sign in, and where you are signed in.</p>
      </PageHead>
      <div className={layout.stack}>
        <Card title="Password">
          <p>A new password signs you out everywhere. API keys keep working.</p>
          <ActionForm
            action={actionOf("change-password")}
            submit="Change password"
            done="Password changed. Sign in again."
            next="/dashboard/sign-in"
          >
            <TextField name="old_password" label="Old password" type="password" autoComplete="current-password" />
            <TextField
              name="new_password"
              label="New password"
              hint={passwordRules}
              type="password"
              autoComplete="new-password"
            />
            <TextField name="confirm_password" label="New password again" type="password" autoComplete="new-password" />
          </ActionForm>
        </Card>
        <Card title="Second factor">
          <SecondFactor actionOf={actionOf} state={secondFactor} isHolder={isHolder} />
        </Card>
        {passwordGrant && <PasswordGrant action={actionOf("switch-password-grant")} {...passwordGrant} />}
        <Card title="Where you are signed in">
          <p>We sign a browser out after {idleMinutes} minutes without use, and after 12 hours at the latest.</p>
          <Sessions action={actionOf("end-session")} sessions={sessions} zone={zone} />
          <ActionForm
            action={actionOf("end-sessions")}
            submit="Sign out everywhere"
            kind="danger"
            confirm={{ title: "Sign out everywhere?", text: "You are signed out here, too." }}
            next="/dashboard/sign-in"
          />
        </Card>
      </div>
    </>
  );
}

type FactorProps = { actionOf: (name: string) => string; state: Props["secondFactor"]; isHolder: boolean };

function SecondFactor({ actionOf, state, isHolder }: FactorProps) {
  if (state === "on") {
    return (
      <>
        <Notice tone="success">
          <p>The second factor is on. You sign in with your password and a code from your app.</p>
        </Notice>
        <ActionForm
          action={actionOf("disable-second-factor")}
          submit="Turn off"
          kind="danger"
          done="Second factor turned off."
        >
          <TextField name="password" label="Password" type="password" autoComplete="current-password" />
          <TextField name="code" label="Code" hint="From your app, or a recovery code." autoComplete="one-time-code" />
        </ActionForm>
      </>
    );
  }
  return (
    <>
      <p>At sign-in you also enter a code from an app on your phone. A stolen password alone is then useless.</p>
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
              Turning it on ends all API tokens of the account. Programs that exchange your password for tokens must
              then send a code as <code>otp</code>; API keys keep working.
            </p>
          )}
          <ActionForm
            action={actionOf("enable-second-factor")}
            submit="Turn on"
            reveals={{ recovery_codes: "Recovery codes" }}
          >
            <TextField name="code" label="Code" inputMode="numeric" autoComplete="one-time-code" />
          </ActionForm>
        </>
      )}
      {!state && (
        <ActionForm action={actionOf("begin-second-factor")} submit="Set up">
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
        they must also send a code as <code>otp</code>. If you turn this off, the password works in the dashboard only,
        and all API tokens end immediately. API keys keep working.
      </p>
      {canBeOff ? (
        <ActionForm action={action} submit="Save" done="Setting saved.">
          <SwitchField name="password_grant" label="Allow API tokens by password" isOn={isOn} />
        </ActionForm>
      ) : (
        <p>You can turn this off when the account holder has a second factor.</p>
      )}
    </Card>
  );
}

function Sessions({ action, sessions, zone }: { action: string; sessions: readonly OwnSession[]; zone: Zone }) {
  return (
    <DataTable
      caption="Browsers that are signed in"
      columns={[
        "Browser",
        "Address",
        { label: `Signed in (${zone.name})`, isQuiet: true },
        { label: `Last seen (${zone.name})`, isQuiet: true },
        "",
      ]}
      empty="You are signed in nowhere else."
      rows={sessions.map(({ id, userAgent, address, createdAt, lastSeenAt, isThis }) => ({
        key: id,
        cells: [
          <span key="browser" title={userAgent}>
            {browserName(userAgent)}
          </span>,
          address,
          <Moment key="in" at={createdAt} zone={zone} format="short" />,
          <Moment key="seen" at={lastSeenAt} zone={zone} format="short" />,
          isThis ? (
            <Badge key="this" tone="success">
              This browser
            </Badge>
          ) : (
            <ActionForm
              key="end"
              action={action}
              submit="Sign out"
              kind="secondary"
              size="small"
              busy="Signing out…"
              done="Browser signed out."
              values={{ session_id: id }}
            />
          ),
        ],
      }))}
    />
  );
}

/** Always dark on light, with the quiet zone that cameras need. */
const marginCells = 4;

function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = encode(text, { border: marginCells });
  const cells = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")));
  return (
    <svg
      className={styles.code}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#ffffff" />
      <path d={cells.join("")} fill="#000000" />
    </svg>
  );
}
