import * as z from "zod/mini";
import { keysPerAccountMax } from "@/lib/auth/contract";
import { withoutCardNumber } from "@/lib/http/body/stored-text";
import { perMinute } from "@/lib/http/message/endpoint";
import { flag, identifier, oneOf, wordList } from "@/lib/kit/fields";
import { emailField, guarded, memberDone, secretField } from "@/lib/members/contract";
import { roles } from "@/lib/reference/roles";

/** Dashboard forms about the member's own security and the team. */

const change = { method: "POST", limit: perMinute(60), success: memberDone } as const;
const ulid = identifier(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/);

export const beginSecondFactorForm = {
  ...guarded,
  path: "/dashboard/second-factor/begin",
  body: z.object({ password: secretField }),
  success: memberDone,
} as const;

export const enableSecondFactorForm = {
  ...guarded,
  path: "/dashboard/second-factor/enable",
  body: z.object({ code: secretField }),
  success: {
    status: 200,
    /** `recovery_codes` has one recovery code per line. */
    schema: z.object({ message: z.literal("OK"), data: z.object({ recovery_codes: z.string() }) }),
  },
} as const;

export const disableSecondFactorForm = {
  ...guarded,
  path: "/dashboard/second-factor/disable",
  body: z.object({ password: secretField, code: secretField }),
  success: memberDone,
} as const;

export const passwordGrantForm = {
  ...change,
  path: "/dashboard/password-grant",
  body: z.object({ password_grant: flag() }),
} as const;

export const endSessionForm = {
  ...change,
  path: "/dashboard/sessions/{session_id}",
  params: z.object({ session_id: ulid }),
} as const;

export const endSessionsForm = { ...change, path: "/dashboard/sessions" } as const;

const role = oneOf(roles);
const memberParams = z.object({ member_id: ulid });

export const inviteForm = {
  ...guarded,
  path: "/dashboard/invitations",
  body: z.object({ email: emailField.check(withoutCardNumber), role }),
  success: memberDone,
} as const;

export const withdrawInvitationForm = {
  ...change,
  path: "/dashboard/invitations/{invitation_id}",
  params: z.object({ invitation_id: ulid }),
} as const;

export const changeRoleForm = {
  ...guarded,
  path: "/dashboard/members/{member_id}",
  params: memberParams,
  body: z.object({ role }),
  success: memberDone,
} as const;

export const removeMemberForm = {
  ...change,
  path: "/dashboard/members/{member_id}/remove",
  params: memberParams,
  /** `revoke_kids`: ids of the removed member's API keys that are revoked too. */
  body: z.object({ revoke_kids: z.optional(wordList({ max: keysPerAccountMax })) }),
} as const;
