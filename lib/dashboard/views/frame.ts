import { menuOf } from "@/lib/dashboard/pages";
import type { Visit } from "@/lib/dashboard/viewer";
import { roleLabels } from "@/lib/reference/roles";
import { findTroubled } from "@/lib/webhooks/endpoints/endpoint-store";
import { goLiveOf } from "./go-live";

export type Frame = Awaited<ReturnType<typeof readFrame>>;

/** What the frame of every page shows: account, member, menu and the way to live payments. */
export async function readFrame(visit: Visit) {
  const { viewer, owner, mode } = visit;
  const troubled = await findTroubled(owner);
  return {
    mode,
    account: viewer.account,
    person: { name: viewer.name, email: viewer.email, role: roleLabels[viewer.role].name },
    goLive: goLiveOf(viewer),
    menu: menuOf(viewer, { webhooks: troubled.length }),
  };
}
