import { endOneSession, endSessions, switchPasswordGrant } from "@/lib/members/manage-sessions";
import { beginSecondFactor, disableSecondFactor, enableSecondFactor } from "@/lib/members/second-factor";
import {
  beginSecondFactorForm,
  changeRoleForm,
  disableSecondFactorForm,
  enableSecondFactorForm,
  endSessionForm,
  endSessionsForm,
  inviteForm,
  passwordGrantForm,
  removeMemberForm,
  withdrawInvitationForm,
} from "@/lib/members/security-contract";
import { changeOwnPassword } from "@/lib/members/set-password";
import { changeRole, inviteMember, removeMember, withdrawInvitation } from "@/lib/members/team";
import { changePassword } from "@/lib/profile/change-password";
import { changePasswordEndpoint } from "@/lib/profile/contract";
import { roles } from "@/lib/reference/roles";
import { action, withPassword } from "../action";

const owners = ["owner"] as const;

/** Actions for the sign-in settings of the member and of the team. */
export const securityActions = {
  "change-password": action(changePasswordEndpoint, roles, ({ viewer, caller, body, browser: { clientAddress } }) =>
    viewer.memberId === viewer.account.number
      ? changePassword(caller, body, clientAddress)
      : changeOwnPassword(viewer, caller, body, clientAddress),
  ),
  "begin-second-factor": action(beginSecondFactorForm, roles, ({ viewer, body, browser }) =>
    beginSecondFactor(viewer, body.password, browser.clientAddress),
  ),
  "enable-second-factor": action(enableSecondFactorForm, roles, ({ viewer, caller, body }) =>
    enableSecondFactor(viewer, caller, body.code),
  ),
  "disable-second-factor": action(disableSecondFactorForm, roles, ({ viewer, caller, body, browser }) =>
    disableSecondFactor(viewer, caller, body, browser.clientAddress),
  ),
  "switch-password-grant": action(passwordGrantForm, owners, ({ caller, body }) =>
    switchPasswordGrant(caller, { isOn: body.password_grant }),
  ),
  "end-session": action(endSessionForm, roles, ({ viewer, caller, params }) =>
    endOneSession(viewer, caller, params.session_id),
  ),
  "end-sessions": action(endSessionsForm, roles, ({ viewer, caller }) => endSessions(viewer, caller)),
  "invite-member": withPassword(action(inviteForm, owners, ({ caller, body }) => inviteMember(caller, body))),
  "withdraw-invitation": action(withdrawInvitationForm, owners, ({ caller, params }) =>
    withdrawInvitation(caller, params.invitation_id),
  ),
  "change-role": withPassword(
    action(changeRoleForm, owners, ({ caller, params, body }) => changeRole(caller, params.member_id, body.role)),
  ),
  "remove-member": action(removeMemberForm, owners, ({ caller, params, body }) =>
    removeMember(caller, params.member_id, body.revoke_kids),
  ),
};
