import { db, query } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import type { Environment } from "@/lib/reference/platforms";
import type { ViewList } from "./view-contract";

/** The views of one member for one list. */
export type ViewsOwner = { memberId: string; environment: Environment; list: ViewList };

export const findViews = (owner: ViewsOwner) =>
  db().savedView.findMany({
    where: owner,
    orderBy: { name: "asc" },
    select: { id: true, name: true, filters: true },
  });

/** Locks the member, so that parallel requests cannot exceed the limit together. Counts views with other names. */
export async function countOtherViewsLocked(owner: ViewsOwner, name: string): Promise<number> {
  await query(sql`SELECT FROM member WHERE id = ${owner.memberId} FOR NO KEY UPDATE`);
  return db().savedView.count({ where: { ...owner, NOT: { name } } });
}

type NewView = { id: string; name: string; filters: string; createdAt: Date };

/** A view of the same name gets the new filters. */
export async function putView(owner: ViewsOwner, { filters, ...view }: NewView): Promise<void> {
  await db().savedView.upsert({
    where: { memberId_environment_list_name: { ...owner, name: view.name } },
    create: { ...owner, ...view, filters },
    update: { filters },
  });
}

/** Returns whether the member had this view. */
export async function deleteView({ memberId, environment }: Omit<ViewsOwner, "list">, id: string): Promise<boolean> {
  return (await db().savedView.deleteMany({ where: { id, memberId, environment } })).count === 1;
}

export async function deleteViewsOf(memberId: string): Promise<void> {
  await db().savedView.deleteMany({ where: { memberId } });
}
