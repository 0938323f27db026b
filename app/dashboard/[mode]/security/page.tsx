import { dashboardPage } from "@/app/dashboard/dashboard-page";
import { Security } from "@/components/dashboard/account/security";
import { newPasswordRules } from "@/lib/auth/sign-in/passwords";
import { minute } from "@/lib/kit/clock";
import { listSessions, passwordGrantOf } from "@/lib/members/manage-sessions";
import { pendingSecretOf } from "@/lib/members/second-factor";
import { sessionIdleMs } from "@/lib/members/sessions";

export default dashboardPage("security", async ({ viewer, mode, zone }) => {
  const [sessions, pending, grant] = await Promise.all([
    listSessions(viewer),
    pendingSecretOf(viewer),
    passwordGrantOf(viewer),
  ]);
  return (
    <Security
      mode={mode}
      sessions={sessions}
      idleMinutes={sessionIdleMs / minute}
      passwordRules={newPasswordRules()}
      secondFactor={viewer.hasSecondFactor ? "on" : pending}
      isHolder={viewer.memberId === viewer.account.number}
      passwordGrant={viewer.role === "owner" ? grant : null}
      zone={zone}
    />
  );
});
