import { MailCheck } from "lucide";
import buttons from "@/components/ui/button.module.css";
import { Icon } from "@/components/ui/icon";
import { env } from "@/lib/kit/env";
import styles from "./check-inbox.module.css";
import { EntryPage } from "./entry-page";

type Props = { children: string; again: string };

/** The page after a form that sends a link by mail. A local development server shows all mail in its mailbox. */
export const CheckInbox = ({ children, again }: Props) => (
  <EntryPage title="Check your inbox" lead={children}>
    <div className={styles.panel}>
      <span className={styles.circle}>
        <Icon of={MailCheck} size={28} />
      </span>
      {env().isLocalDevelopment && (
        <a href="/sandbox/mail?mine=1" className={`${buttons.primary} ${styles.mailbox}`}>
          Open the sandbox mail
        </a>
      )}
      <p>
        No mail? Look in your spam folder, or <a href={again}>try again</a>.
      </p>
    </div>
  </EntryPage>
);
