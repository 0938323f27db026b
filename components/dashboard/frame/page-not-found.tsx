"use client";

import { usePathname } from "next/navigation";
import buttons from "@/components/ui/button.module.css";
import { Missing } from "@/components/ui/missing";

const otherMode = { test: "live", live: "test" } as const;

/** The 404 of a dashboard page. It keeps the frame, and offers the same place in the other mode. */
export function PageNotFound({ canOpenLive }: { canOpenLive: boolean }) {
  const [, , here, page = ""] = usePathname().split("/");
  const mode = here === "live" ? "live" : "test";
  const other = otherMode[mode];
  const hasOther = other === "test" || canOpenLive;
  return (
    <Missing
      text={
        hasOther
          ? `The link may be wrong, or the payment may belong to ${other} mode. You are in ${mode} mode.`
          : "The link may be wrong, or the page no longer exists."
      }
      actions={
        <>
          <a href={`/dashboard/${mode}`} className={buttons.primary}>
            Go to the overview
          </a>
          {hasOther && (
            <a href={`/dashboard/${other}${page && `/${page}`}`} className={buttons.secondary}>
              Look in {other} mode
            </a>
          )}
        </>
      }
    >
      <a href={`/dashboard/${mode}/transactions`} className={buttons.quiet}>
        Search transactions
      </a>
    </Missing>
  );
}
