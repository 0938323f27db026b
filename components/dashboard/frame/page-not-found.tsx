"use client";

import { Compass } from "lucide";
import { usePathname } from "next/navigation";
import buttons from "@/components/ui/button.module.css";
import { Icon } from "@/components/ui/icon";
import styles from "./page-not-found.module.css";

const otherMode = { test: "live", live: "test" } as const;

/** The 404 of a dashboard page. It keeps the frame, and offers the same place in the other mode. */
export function PageNotFound({ canOpenLive }: { canOpenLive: boolean }) {
  const [, , here, page = ""] = usePathname().split("/");
  const mode = here === "live" ? "live" : "test";
  const other = otherMode[mode];
  const hasOther = other === "test" || canOpenLive;
  return (
    <div className={styles.missing}>
      <span className={styles.icon}>
        <Icon of={Compass} size={28} />
      </span>
      <h1>We can’t find this page</h1>
      <p>
        {hasOther
          ? `The link may be wrong, or the payment may belong to ${other} mode. You are in ${mode} mode.`
          : "The link may be wrong, or what it led to is no longer there."}
      </p>
      <div className={styles.actions}>
        <a href={`/dashboard/${mode}`} className={buttons.primary}>
          Go to the overview
        </a>
        {hasOther && (
          <a href={`/dashboard/${other}${page && `/${page}`}`} className={buttons.secondary}>
            Look in {other} mode
          </a>
        )}
      </div>
      <a href={`/dashboard/${mode}/transactions`} className={buttons.quiet}>
        Search transactions
      </a>
    </div>
  );
}
