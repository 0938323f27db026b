import { CircleUser, Lock, LogOut } from "lucide";
import { ActionForm } from "@/components/dashboard/ui/action-form";
import { Icon } from "@/components/ui/icon";
import menu from "@/components/ui/overlay/menu.module.css";
import type { Frame } from "@/lib/dashboard/views/frame";
import type { Appearance } from "@/lib/reference/appearance";
import styles from "./account-menu.module.css";
import { AppearanceChoice } from "./appearance-choice";
import { Avatar } from "./avatar";
import menuStyles from "./popover-menu.module.css";

const menuId = "account-menu";

type Props = Pick<Frame, "mode" | "person"> & { appearance: Appearance };

/** The member's own menu in the top bar. */
export function AccountMenu({ mode, person, appearance }: Props) {
  const security = `/dashboard/${mode}/security`;
  return (
    <>
      <button
        type="button"
        popoverTarget={menuId}
        className={`${menuStyles.button} ${styles.button}`}
        aria-label={`${person.name}, your account`}
      >
        <Avatar kind="person" name={person.name} />
      </button>
      <section id={menuId} popover="auto" className={`${menuStyles.menu} ${styles.menu}`} aria-label="Your account">
        <p className={styles.name}>{person.name}</p>
        <p className={styles.email}>
          {person.email} · {person.role}
        </p>
        <ul className={menu.entries}>
          <li>
            <a href={`${security}#profile`}>
              <Icon of={CircleUser} />
              Your profile
            </a>
          </li>
          <li>
            <a href={security}>
              <Icon of={Lock} />
              Security
            </a>
          </li>
          <li>
            <AppearanceChoice chosen={appearance} />
          </li>
          <li className={styles.out}>
            <ActionForm
              action="/dashboard/actions/sign-out"
              submit="Sign out"
              busy="Signing out…"
              icon={<Icon of={LogOut} />}
              kind="plain"
            />
          </li>
        </ul>
      </section>
    </>
  );
}
