import { BookOpen, Menu as MenuIcon } from "lucide";
import { HomeLink } from "@/components/dashboard/ui/home-link";
import { Icon } from "@/components/ui/icon";
import type { Frame } from "@/lib/dashboard/views/frame";
import type { Appearance } from "@/lib/reference/appearance";
import { AccountMenu } from "./menus/account-menu";
import { LiveMenu } from "./menus/live-menu";
import menuStyles from "./menus/popover-menu.module.css";
import { ModeSwitch } from "./navigation";
import { SearchField } from "./search-field";
import styles from "./top-bar.module.css";

type Props = Pick<Frame, "mode" | "person" | "goLive"> & {
  /** The id of the menu that the menu button opens. */
  menuId: string;
  liveMenuId: string;
  appearance: Appearance;
};

/** Search, mode, docs and the member's own menu, above every page. */
export function TopBar({ mode, menuId, person, goLive, liveMenuId, appearance }: Props) {
  return (
    <header className={styles.bar} data-mode={mode}>
      <button
        type="button"
        popoverTarget={menuId}
        className={`${menuStyles.button} ${styles.open}`}
        aria-label="Open menu"
      >
        <Icon of={MenuIcon} size={20} />
      </button>
      <HomeLink href={`/dashboard/${mode}`} className={styles.brand} />
      <SearchField mode={mode} />
      <div className={styles.end}>
        <div className={styles.modes}>
          <ModeSwitch label="Test or live" mode={mode} isApproved={goLive.isApproved} liveMenuId={liveMenuId} />
        </div>
        {!goLive.isApproved && <LiveMenu id={liveMenuId} mode={mode} goLive={goLive} />}
        <a href="/docs" className={styles.docs}>
          <Icon of={BookOpen} />
          Docs
        </a>
        <AccountMenu mode={mode} person={person} appearance={appearance} />
      </div>
    </header>
  );
}
