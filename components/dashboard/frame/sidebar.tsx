import { Check, ChevronsUpDown, X } from "lucide";
import type { ReactNode } from "react";
import { HomeLink } from "@/components/dashboard/ui/home-link";
import { Icon } from "@/components/ui/icon";
import entries from "@/components/ui/overlay/menu.module.css";
import type { Frame } from "@/lib/dashboard/views/frame";
import { Avatar } from "./menus/avatar";
import menuStyles from "./menus/popover-menu.module.css";
import { NavLinks } from "./navigation";
import styles from "./sidebar.module.css";

const accountsId = "accounts";

type Props = Pick<Frame, "mode" | "account" | "menu"> & {
  id: string;
  /** The mode switch, which the top bar of a phone has no room for. */
  children: ReactNode;
};

/** The menu beside the page. In a narrow window it is a popover that the menu button of the top bar opens. */
export function Sidebar({ id, mode, account, menu, children }: Props) {
  return (
    <aside id={id} popover="auto" className={styles.side} aria-label="Menu">
      <div className={styles.head}>
        <HomeLink href={`/dashboard/${mode}`} className={styles.brand} />
        <button
          type="button"
          popoverTarget={id}
          popoverTargetAction="hide"
          className={`${menuStyles.button} ${styles.close}`}
          aria-label="Close menu"
        >
          <Icon of={X} size={20} />
        </button>
      </div>
      <button type="button" popoverTarget={accountsId} className={styles.account}>
        <AccountName {...account} />
        <Icon of={ChevronsUpDown} />
      </button>
      <section
        id={accountsId}
        popover="auto"
        className={`${menuStyles.menu} ${styles.accounts}`}
        aria-label="Your accounts"
      >
        <ul className={entries.entries}>
          <li>
            <a href={`/dashboard/${mode}`} aria-current="true">
              <AccountName {...account} />
              <Icon of={Check} />
            </a>
          </li>
        </ul>
      </section>
      <div className={styles.modes}>{children}</div>
      <NavLinks mode={mode} menu={menu} />
    </aside>
  );
}

const AccountName = ({ name, number, picture }: Frame["account"]) => (
  <>
    <Avatar kind="account" name={name} picture={picture} />
    <span className={styles.names}>
      <span className={styles.name}>{name}</span>
      <span className={styles.number}>{number}</span>
    </span>
  </>
);
