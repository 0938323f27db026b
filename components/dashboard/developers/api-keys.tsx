import { ActionForm } from "@/components/dashboard/ui/action-form";
import { OverlapField } from "@/components/dashboard/ui/overlap-field";
import { PasswordField } from "@/components/dashboard/ui/password-field";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { ChoicesField } from "@/components/ui/form/choice-fields";
import { SelectField, TextArea, TextField } from "@/components/ui/form/field";
import { Moment } from "@/components/ui/moment";
import { Notice } from "@/components/ui/notice";
import { PageHead } from "@/components/ui/page-head";
import { DataTable } from "@/components/ui/table/data-table";
import { Facts } from "@/components/ui/table/facts";
import { day, later } from "@/lib/kit/clock";
import { sandbox } from "@/lib/reference/sandbox";
import { scopeGroups } from "./scope-groups";

type Key = {
  kid: string;
  name: string;
  scopes: readonly string[];
  cidrs: readonly string[];
  replaced_by: string | null;
  expires_at: string | null;
  last_used_at: string | null;
  made_by: string | null;
};

type Props = {
  mode: string;
  environment: string;
  scopes: readonly string[];
  /** Whether the account has scopes that this member may not grant to an API key. */
  hasWiderScopes: boolean;
  keys: readonly Key[];
};

const unknownMaker = "–";

export function ApiKeys({ mode, environment, scopes, hasWiderScopes, keys }: Props) {
  return (
    <>
      <PageHead title="API keys">
        <p>Your server sends a key as the header X-SVC-Key. A key acts in its own environment only.</p>
      </PageHead>
      <Card title="Keys">
        <DataTable
          caption="API keys"
          columns={["Name", "Key", "May", "Made by", "Last used", "Ends", ""]}
          empty="There is no key yet."
          rows={keys.map((key) => ({
            key: key.kid,
            cells: [
              <a key="name" href={`/dashboard/${mode}/api-keys/${key.kid}`}>
                {key.name}
              </a>,
              <code key="kid">{key.kid}</code>,
              `${key.scopes.length} scopes${key.cidrs.length > 0 ? `, from ${key.cidrs.join(", ")}` : ""}`,
              key.made_by ?? unknownMaker,
              key.last_used_at ? <Moment key="used" at={key.last_used_at} /> : "never",
              key.expires_at ? <Moment key="ends" at={key.expires_at} /> : "never",
              key.replaced_by && (
                <Badge key="rolled" tone="warning">
                  Rolled
                </Badge>
              ),
            ],
          }))}
        />
      </Card>
      <Card title="Create a key">
        <ActionForm
          action={`/dashboard/${mode}/actions/create-api-key`}
          submit="Create key"
          values={{ environment }}
          reveals={{ key: "API key" }}
        >
          <TextField name="name" label="Name" hint="What it is for, such as Shop server." maxLength={64} />
          <ScopesField allowed={scopes} chosen={[]} />
          {hasWiderScopes && <p>These are the scopes of your role. An owner can create keys with others.</p>}
          <KeyLimits />
          <PasswordField why="A new key can act for your account, so we check that it is you." />
        </ActionForm>
      </Card>
    </>
  );
}

function ScopesField({ allowed, chosen }: { allowed: readonly string[]; chosen: readonly string[] }) {
  return (
    <ChoicesField
      name="scopes"
      label="What it may do"
      hint="Give it what it needs and no more: whoever finds a key can do all of this."
      groups={scopeGroups(allowed)}
      chosen={chosen}
    />
  );
}

/** The options for the expiry of an API key. The current expiry is the first option. */
function endings(current: string | null | undefined) {
  const inDays = (days: number) =>
    later(days * day)
      .toISOString()
      .slice(0, 10);
  const after = (label: string, days: number) => ({
    value: `${inDays(days)}T00:00:00Z`,
    label: `${label} (${inDays(days)})`,
  });
  return [
    ...(current ? [{ value: current, label: `As it is (${current.slice(0, 16).replace("T", " ")} UTC)` }] : []),
    { value: "never", label: "Never" },
    after("In 7 days", 7),
    after("In 30 days", 30),
    after("In 90 days", 90),
    after("In a year", 365),
  ];
}

function KeyLimits({ cidrs, expiresAt }: { cidrs?: readonly string[]; expiresAt?: string | null }) {
  return (
    <>
      <TextArea
        name="cidrs"
        label="From these addresses only"
        hint="The addresses of your servers, one per line: 203.0.113.7 or a range such as 203.0.113.0/24. The word any lets it be used from everywhere."
        value={cidrs?.join("\n") || "any"}
      />
      <SelectField
        name="expires_at"
        label="Ends"
        hint="From then on it is refused."
        options={endings(expiresAt)}
        value={expiresAt ?? "never"}
      />
    </>
  );
}

const isPublic = (kid: string) => sandbox.apiKey.includes(`_${kid}_`);

type KeyProps = { mode: string; scopes: readonly string[]; apiKey: Key; mayChange: boolean };

/** One API key, with the forms to change, roll and revoke it. */
export function ApiKey(props: KeyProps) {
  const { mode, apiKey } = props;
  return (
    <>
      <PageHead title={apiKey.name}>
        <p>
          <a href={`/dashboard/${mode}/api-keys`}>All keys</a>
        </p>
      </PageHead>
      <Card title="Key">
        <Facts
          facts={[
            ["Key", <code key="kid">{apiKey.kid}</code>],
            ["Made by", apiKey.made_by ?? unknownMaker],
            ["Last used", apiKey.last_used_at ? <Moment key="used" at={apiKey.last_used_at} /> : "never"],
            ["Ends", apiKey.expires_at ? <Moment key="ends" at={apiKey.expires_at} /> : "never"],
            ["Replaced by", apiKey.replaced_by ?? "no other"],
          ]}
        />
      </Card>
      {isPublic(apiKey.kid) ? (
        <Notice tone="info">
          This is the public sandbox key. It is printed in the docs, everybody may use it, and nobody can change it.
        </Notice>
      ) : (
        <KeyForms {...props} />
      )}
    </>
  );
}

function KeyForms(props: KeyProps) {
  const { mode, mayChange, apiKey } = props;
  return (
    <>
      {mayChange ? (
        <ChangeForms {...props} />
      ) : (
        <Notice tone="info">This key may do things that your role may not. An owner can change it or roll it.</Notice>
      )}
      <Card title="Revoke it">
        <ActionForm
          action={`/dashboard/${mode}/actions/revoke-api-key`}
          submit="Revoke key"
          kind="danger"
          values={{ kid: apiKey.kid }}
          confirm={{
            title: `Revoke “${apiKey.name}”?`,
            text: `Requests with the key ${apiKey.kid} fail from now on. You cannot undo this.`,
            keep: "Keep key",
          }}
          next={`/dashboard/${mode}/api-keys`}
        />
      </Card>
    </>
  );
}

function ChangeForms({ mode, scopes, apiKey }: KeyProps) {
  const actionOf = (name: string) => `/dashboard/${mode}/actions/${name}`;
  const { kid } = apiKey;
  return (
    <>
      <Card title="Change it">
        <ActionForm action={actionOf("update-api-key")} submit="Save" done="Saved." values={{ kid }}>
          <TextField name="name" label="Name" value={apiKey.name} maxLength={64} />
          <ScopesField allowed={scopes} chosen={apiKey.scopes} />
          <KeyLimits cidrs={apiKey.cidrs} expiresAt={apiKey.expires_at} />
          <PasswordField why="Needed only to give the key more scopes, more addresses or more time." isOptional />
        </ActionForm>
      </Card>
      {!apiKey.replaced_by && (
        <Card title="Roll it">
          <p>
            A new key with the same rights takes over. This one goes on for the overlap, so that you can exchange it.
          </p>
          <ActionForm
            action={actionOf("roll-api-key")}
            submit="Roll key"
            kind="secondary"
            values={{ kid }}
            reveals={{ key: "New API key" }}
          >
            <OverlapField hint="For so long both keys work." />
            <PasswordField why="Rolling shows a new secret, so we check that it is you." />
          </ActionForm>
        </Card>
      )}
    </>
  );
}
