import { inTransaction } from "@/lib/db/client";
import { now } from "@/lib/kit/clock";
import { AppError, invalidField, selectedInvalid } from "@/lib/kit/errors";
import { newUlid } from "@/lib/kit/ids";
import { viewsMax } from "./view-contract";
import { countOtherViewsLocked, deleteView, putView, type ViewsOwner } from "./view-store";

const ok = { message: "OK" } as const;

/** `filters` has only filters that the list knows. */
export async function saveView(owner: ViewsOwner, { name, filters }: { name: string; filters: string }) {
  if (filters === "") throw invalidField("filters", "field has no filter of this list.");
  return inTransaction(async () => {
    if ((await countOtherViewsLocked(owner, name)) >= viewsMax) {
      throw new AppError("invalid", `You have saved ${viewsMax} views of this list. Remove one first.`, {
        refusal: { reason: "views_max", values: { max: viewsMax } },
      });
    }
    await putView(owner, { id: newUlid(), name, filters, createdAt: now() });
    return ok;
  });
}

export async function removeView(owner: Omit<ViewsOwner, "list">, id: string) {
  if (!(await deleteView(owner, id))) throw selectedInvalid("view_id");
  return ok;
}
