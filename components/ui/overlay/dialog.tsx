"use client";

import { X } from "lucide";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { type MouseEvent, type ReactNode, useEffect, useRef } from "react";
import buttons from "@/components/ui/button.module.css";
import iconButton from "@/components/ui/form/icon-button.module.css";
import { Icon } from "@/components/ui/icon";
import styles from "./dialog.module.css";

type Props = {
  title: string;
  /** A sentence or a line below the title. */
  lead?: ReactNode;
  /** The URL of the page without the dialog. */
  closeHref: string;
  children: ReactNode;
};

/**
 * A dialog whose state is in the page's URL: a page renders it if its query says so, and opens it with `DialogLink`. So
 * it works without JavaScript, where it lies above the page. With JavaScript it is modal: the first field has the
 * focus, and Esc or a click beside it close it while nothing was typed. `FormDialog` is a dialog with one form.
 */
export function Dialog(props: Props) {
  return <Frame {...props} kind="dialog" />;
}

/** A dialog at the right edge, for creating and editing. On a phone it fills the screen. */
export function SidePanel(props: Props) {
  return <Frame {...props} kind="panel" />;
}

type LinkProps = { href: string; look?: keyof typeof buttons; children: ReactNode };

/** A link that opens or closes a dialog, without a new page and at the same scroll position. */
export function DialogLink({ href, look = "primary", children }: LinkProps) {
  return (
    <Link href={href} scroll={false} prefetch={false} className={buttons[look]}>
      {children}
    </Link>
  );
}

const fields = "input:not([type=hidden]), select, textarea";

function Frame({ title, lead, closeHref, children, kind }: Props & { kind: "dialog" | "panel" }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const isTyped = useRef(false);
  const router = useRouter();
  useEffect(() => {
    const element = dialog.current;
    if (!element || element.matches(":modal")) return;
    element.close();
    element.showModal();
    const content = element.querySelector(`.${styles.content}`);
    content?.querySelector<HTMLElement>(fields)?.focus();
  }, []);
  const close = () => router.push(closeHref, { scroll: false });
  const closeUnlessTyped = () => {
    if (!isTyped.current) close();
  };
  const handleClick = (event: MouseEvent<HTMLDialogElement>) => {
    if (event.target === dialog.current) closeUnlessTyped();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc is the key for the click beside the dialog
    <dialog
      ref={dialog}
      open
      className={`${styles.dialog} ${styles[kind]}`}
      data-panel={kind === "panel" ? "" : undefined}
      aria-labelledby="dialog-title"
      onCancel={(event) => {
        event.preventDefault();
        closeUnlessTyped();
      }}
      onInput={() => {
        isTyped.current = true;
      }}
      onClick={handleClick}
    >
      <div className={styles.inner}>
        <header className={styles.head}>
          <div>
            <h2 id="dialog-title" className={styles.title}>
              {title}
            </h2>
            {lead && <div className={styles.lead}>{lead}</div>}
          </div>
          <Link
            href={closeHref}
            scroll={false}
            prefetch={false}
            className={`${iconButton.button} ${styles.close}`}
            aria-label="Close"
          >
            <Icon of={X} size={20} />
          </Link>
        </header>
        <div className={styles.content}>{children}</div>
      </div>
    </dialog>
  );
}
