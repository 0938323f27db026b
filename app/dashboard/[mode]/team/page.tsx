import { Team } from "@/components/dashboard/account/team";
import { openPage } from "@/lib/dashboard/viewer";
import { listTeam } from "@/lib/members/team";

type Props = { params: Promise<{ mode: string }> };

export default async function TeamPage({ params }: Props) {
  const { caller, mode } = await openPage(params, "team");
  return <Team mode={mode} {...(await listTeam(caller))} />;
}
