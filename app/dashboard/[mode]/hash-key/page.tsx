import { dashboardPage } from "@/app/dashboard/dashboard-page";
import { HashKey } from "@/components/dashboard/developers/hash-key";
import { describeSecrets } from "@/lib/hash-keys/rotate-secrets";
import { hashKeyRoles } from "@/lib/reference/roles";

export default dashboardPage("hash-key", async ({ viewer, owner, mode, environment, zone, query }) => {
  const { open } = query;
  const dialog = open === "show" || open === "rotate" ? open : null;
  const mayUse = hashKeyRoles[environment].includes(viewer.role);
  return <HashKey mode={mode} {...(await describeSecrets(owner))} mayUse={mayUse} open={dialog} zone={zone} />;
});
