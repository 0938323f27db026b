import type { Viewer } from "@/lib/members/sessions";

/** The steps that lead an account to live payments. `page` is where the member can do a step. */
export function goLiveOf({ account }: Pick<Viewer, "account">) {
  const isApproved = account.canGoLive && account.livePlatforms.length > 0;
  return {
    /** True if the account may take real payments. */
    isApproved,
    /** True if the account can open live mode to prepare it. */
    canOpenLive: account.canGoLive,
    steps: [
      { label: "Email confirmed", isDone: account.hasConfirmedEmail, page: null },
      { label: "Business details", isDone: account.isBusiness && account.hasSupportContact, page: "checkout" },
      { label: "Bank account", isDone: account.hasBank, page: "banks" },
      { label: "Our approval", isDone: isApproved, page: null },
    ],
  } as const;
}
