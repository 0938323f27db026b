import type { ReactNode } from "react";
import { ToastRegion } from "@/components/ui/overlay/toast";
import type { Frame } from "@/lib/dashboard/views/frame";
import type { Appearance } from "@/lib/reference/appearance";
import { LiveNotice } from "./live-notice";
import { ModeSwitch } from "./navigation";
import { PageContent } from "./page-content";
import styles from "./shell.module.css";
import { Sidebar } from "./sidebar";
import { TopBar } from "./top-bar";

const menuId = "menu";
const liveMenuId = "live-menu";

type Props = Frame & { appearance: Appearance; children: ReactNode };

/** The frame of every dashboard page: menu, account, search and mode. */
export function Shell({ mode, account, menu, goLive, children, ...bar }: Props) {
  const modes = { mode, isApproved: goLive.isApproved, liveMenuId };
  return (
    <div className={styles.shell} data-mode={mode}>
      <a href="#main" className={styles.skip}>
        Skip to the content
      </a>
      <Sidebar id={menuId} mode={mode} account={account} menu={menu}>
        <ModeSwitch label="Mode" {...modes} />
      </Sidebar>
      <TopBar mode={mode} menuId={menuId} goLive={goLive} liveMenuId={liveMenuId} {...bar} />
      <PageContent>
        <LiveNotice mode={mode} goLive={goLive} />
        {children}
      </PageContent>
      <ToastRegion />
    </div>
  );
}
