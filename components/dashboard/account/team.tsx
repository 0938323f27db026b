import { ActionForm } from "@/components/dashboard/ui/action-form";
import { PasswordField } from "@/components/dashboard/ui/password-field";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { ChoicesField } from "@/components/ui/form/choice-fields";
import { SelectField, TextField } from "@/components/ui/form/field";
import { Moment } from "@/components/ui/moment";
import { PageHead } from "@/components/ui/page-head";
import { DataTable } from "@/components/ui/table/data-table";
import { type Role, roleLabels, roles } from "@/lib/reference/roles";

type MadeKey = { kid: string; name: string; environment: string };
type Member = {
  id: string;
  name: string;
  email: string;
  role: Role;
  isHolder: boolean;
  hasSecondFactor: boolean;
  lastSeenAt: Date | null;
  /** Active API keys that the member created. */
  keys: readonly MadeKey[];
};

type Invitation = { id: string; email: string; role: Role; expiresAt: Date };
type Props = { mode: string; members: readonly Member[]; invitations: readonly Invitation[] };

const options = roles.map((role) => ({ value: role, label: roleLabels[role].name }));

const removalOf = (name: string) => ({
  title: `Remove ${name}?`,
  text: "They are signed out immediately.",
  keep: "Keep member",
});

export function Team({ mode, members, invitations }: Props) {
  const actionOf = (name: string) => `/dashboard/${mode}/actions/${name}`;
  return (
    <>
      <PageHead title="Team">
        {roles.map((role) => (
          <p key={role}>
            {roleLabels[role].name}: {roleLabels[role].may}
          </p>
        ))}
      </PageHead>
      <Card title="Members">
        <DataTable
          caption="Who signs in to this account"
          columns={["Name", "Email", "Role", "Second factor", "Last seen", ""]}
          empty="There is nobody."
          rows={members.map((member) => ({
            key: member.id,
            cells: [
              member.name,
              member.email,
              member.isHolder ? (
                <Badge key="role">Holder</Badge>
              ) : (
                <ActionForm
                  key="role"
                  action={actionOf("change-role")}
                  submit="Change role"
                  kind="secondary"
                  done="Changed."
                  values={{ member_id: member.id }}
                >
                  <SelectField name="role" label={`Role of ${member.name}`} options={options} value={member.role} />
                  <PasswordField />
                </ActionForm>
              ),
              member.hasSecondFactor ? "on" : "off",
              member.lastSeenAt ? <Moment key="seen" at={member.lastSeenAt} /> : "not signed in",
              !member.isHolder && (
                <ActionForm
                  key="remove"
                  action={actionOf("remove-member")}
                  submit="Remove"
                  kind="danger"
                  values={{ member_id: member.id }}
                  confirm={removalOf(member.name)}
                >
                  {member.keys.length > 0 && <MadeKeys name={member.name} keys={member.keys} />}
                </ActionForm>
              ),
            ],
          }))}
        />
      </Card>
      <Card title="Invitations">
        <DataTable
          caption="Invitations that are open"
          columns={["Email", "Role", "Ends", ""]}
          empty="There is no open invitation."
          rows={invitations.map(({ id, email, role, expiresAt }) => ({
            key: id,
            cells: [
              email,
              roleLabels[role].name,
              <Moment key="ends" at={expiresAt} />,
              <ActionForm
                key="withdraw"
                action={actionOf("withdraw-invitation")}
                submit="Take back"
                kind="secondary"
                values={{ invitation_id: id }}
              />,
            ],
          }))}
        />
      </Card>
      <Card title="Invite somebody">
        <ActionForm action={actionOf("invite-member")} submit="Send invitation" done="We have sent them a mail.">
          <TextField name="email" label="Email" type="email" autoComplete="off" />
          <SelectField name="role" label="Role" options={options} value="support" />
          <PasswordField />
        </ActionForm>
      </Card>
    </>
  );
}

/** Chooses which of a member's API keys to revoke. None is preselected, because shops may depend on them. */
const MadeKeys = ({ name, keys }: { name: string; keys: readonly MadeKey[] }) => (
  <ChoicesField
    name="revoke_kids"
    label={`API keys that ${name} made`}
    hint="These keys keep working, and the member may have copied them. Choose the ones to revoke now, or roll them afterwards."
    options={keys.map((key) => ({
      value: key.kid,
      label: `Revoke ${key.name} (${key.environment === "live" ? "live" : "test"})`,
      note: key.kid,
    }))}
    chosen={[]}
  />
);
