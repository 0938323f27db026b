import type { Frame } from "@/lib/dashboard/views/frame";
import styles from "./live-menu.module.css";
import menuStyles from "./popover-menu.module.css";
import { SetUpSteps } from "./set-up-steps";

/** Says why live mode is not available yet, and what is missing. */
export function LiveMenu({ id, mode, goLive }: Pick<Frame, "mode" | "goLive"> & { id: string }) {
  return (
    <section id={id} popover="auto" className={`${menuStyles.menu} ${styles.menu}`} aria-labelledby={`${id}-title`}>
      <p id={`${id}-title`} className={styles.title}>
        Live is not available yet
      </p>
      <p className={styles.sentence}>Finish these steps to take real payments.</p>
      <SetUpSteps steps={goLive.steps} />
      <p className={styles.links}>
        <a href="/dashboard/test">Continue set-up</a>
        {goLive.canOpenLive && mode === "test" && <a href="/dashboard/live">Open live mode</a>}
      </p>
    </section>
  );
}
