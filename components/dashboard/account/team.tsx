import { ActionForm } from "@/components/dashboard/ui/action-form";
import { FormDialog } from "@/components/dashboard/ui/form-dialog";
import layout from "@/components/dashboard/ui/layout.module.css";
import { AddLink } from "@/components/dashboard/ui/list-page";
import { PasswordField } from "@/components/dashboard/ui/shared-fields";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { ChoicesField } from "@/components/ui/form/choice-fields";
import { SelectField, TextField } from "@/components/ui/form/field";
import { Moment } from "@/components/ui/moment";
import { DialogLink, SidePanel } from "@/components/ui/overlay/dialog";
import { PageHead } from "@/components/ui/page-head";
import { DataTable } from "@/components/ui/table/data-table";
import { Facts } from "@/components/ui/table/facts";
import type { Zone } from "@/lib/format/dates";
import { wordForValue } from "@/lib/format/value-words";
import type { TeamView } from "@/lib/members/team";
import { roleLabels, roles } from "@/lib/reference/roles";

type Member = TeamView["members"][number];
type Props = TeamView & {
  mode: string;
  /** The open dialog: the invitation, or a member by id. */
  open: string | null;
  zone: Zone;
};

const options = roles.map((role) => ({ value: role, label: roleLabels[role].name }));

export function Team({ mode, members, invitations, open, zone }: Props) {
  const here = `/dashboard/${mode}/team`;
  const edited = members.find(({ id, isHolder }) => id === open && !isHolder);
  return (
    <>
      <PageHead title="Team" actions={<AddLink href={`${here}?open=invitation`}>Invite member</AddLink>}>
        <p>The people who sign in to this account, in test and live.</p>
      </PageHead>
      <div className={layout.stack}>
        <Card title="Members">
          <DataTable
            caption="Who signs in to this account"
            columns={[
              "Name",
              "Email",
              "Role",
              "Second factor",
              { label: `Last seen (${zone.name})`, isQuiet: true },
              "",
            ]}
            empty="This account has no members."
            rows={members.map((member) => ({
              key: member.id,
              cells: [
                member.name,
                member.email,
                <Badge key="role" tone={member.isHolder ? "info" : "neutral"}>
                  {member.isHolder ? "Account holder" : roleLabels[member.role].name}
                </Badge>,
                member.hasSecondFactor ? "On" : "Off",
                member.lastSeenAt ? (
                  <Moment key="seen" at={member.lastSeenAt} zone={zone} format="shortWithYear" />
                ) : (
                  "Not signed in yet"
                ),
                !member.isHolder && (
                  <DialogLink key="edit" href={`${here}?open=${member.id}`} look="quiet">
                    Edit
                  </DialogLink>
                ),
              ],
            }))}
          />
        </Card>
        {invitations.length > 0 && <Invitations {...{ mode, invitations, zone }} />}
        <Card title="Roles">
          <Facts isStacked facts={roles.map((role) => [roleLabels[role].name, roleLabels[role].may] as const)} />
        </Card>
      </div>
      {open === "invitation" && <InviteDialog mode={mode} />}
      {edited && <MemberPanel mode={mode} member={edited} />}
    </>
  );
}

const actionIn = (mode: string, name: string) => `/dashboard/${mode}/actions/${name}`;

const Invitations = ({ mode, invitations, zone }: Pick<Props, "mode" | "invitations" | "zone">) => (
  <Card title="Open invitations">
    <DataTable
      caption="Invitations that are open"
      columns={["Email", "Role", { label: `Expires (${zone.name})`, isQuiet: true }, ""]}
      empty=""
      rows={invitations.map(({ id, email, role, expiresAt }) => ({
        key: id,
        cells: [
          email,
          roleLabels[role].name,
          <Moment key="ends" at={expiresAt} zone={zone} format="short" />,
          <ActionForm
            key="withdraw"
            action={actionIn(mode, "withdraw-invitation")}
            submit="Cancel invitation"
            kind="secondary"
            size="small"
            busy="Cancelling…"
            done="Invitation cancelled."
            values={{ invitation_id: id }}
          />,
        ],
      }))}
    />
  </Card>
);

const InviteDialog = ({ mode }: { mode: string }) => (
  <FormDialog
    title="Invite member"
    lead="They get an email with a link."
    closeHref={`/dashboard/${mode}/team`}
    action={actionIn(mode, "invite-member")}
    submit="Send invitation"
    busy="Sending…"
    done="Invitation sent."
  >
    <TextField name="email" label="Email" type="email" autoComplete="off" />
    <SelectField name="role" label="Role" options={options} value="support" />
    <PasswordField />
  </FormDialog>
);

function MemberPanel({ mode, member }: { mode: string; member: Member }) {
  const { id, name, email, role, keys } = member;
  const list = `/dashboard/${mode}/team`;
  return (
    <SidePanel title={name} lead={email} closeHref={list}>
      <ActionForm
        action={actionIn(mode, "change-role")}
        submit="Change role"
        done={`${name} has a new role.`}
        values={{ member_id: id }}
        next={list}
      >
        <SelectField name="role" label={`Role of ${name}`} options={options} value={role} />
        <PasswordField />
      </ActionForm>
      <h3 className={layout.subhead}>Remove from the team</h3>
      <ActionForm
        action={actionIn(mode, "remove-member")}
        submit="Remove"
        kind="danger"
        busy="Removing…"
        done={`${name} was removed.`}
        values={{ member_id: id }}
        next={list}
        confirm={{ title: `Remove ${name}?`, text: "They are signed out immediately.", keep: "Keep member" }}
      >
        {keys.length > 0 && <MadeKeys name={name} keys={keys} />}
      </ActionForm>
    </SidePanel>
  );
}

/** Chooses which of a member's API keys to revoke. None is preselected, because shops may depend on them. */
const MadeKeys = ({ name, keys }: Pick<Member, "name" | "keys">) => (
  <ChoicesField
    name="revoke_kids"
    label={`API keys that ${name} created`}
    hint="These keys keep working, and the member may have copied them. Choose the ones to revoke now, or roll them afterwards."
    options={keys.map((key) => ({
      value: key.kid,
      label: `Revoke ${key.name} (${wordForValue(key.environment).toLowerCase()})`,
      note: key.kid,
    }))}
    chosen={[]}
  />
);
