import styles from "./mail.module.css";
import { Moment } from "./moment";

type Listed = { id: string; recipient: string; subject: string; environment: string; createdAt: Date };

/** What the sandbox would have sent, the newest first. `older` is the one before which the next page begins. */
export function Mailbox({ mails, older }: { mails: readonly Listed[]; older: string | undefined }) {
  return (
    <main className={styles.page}>
      <h1>Sandbox mail</h1>
      <p className={styles.lead}>
        What happens in sandbox is never mailed to anybody. What would have been is kept here for 30 days.
      </p>
      {mails.length === 0 && <p>There is no mail yet. Pay with a test card, and the receipt comes here.</p>}
      <ul className={styles.list}>
        {mails.map(({ id, recipient, subject, environment, createdAt }) => (
          <li key={id} className={styles.entry}>
            <a href={`/sandbox/mail/${id}`}>{subject}</a>
            <span className={styles.quiet}>
              to {recipient}, <Moment at={createdAt} />
              {environment === "live" && " (live)"}
            </span>
          </li>
        ))}
      </ul>
      <p className={styles.links}>
        {older && <a href={`/sandbox/mail?before=${older}`}>Older mail</a>}
        <a href="/">Home</a>
      </p>
    </main>
  );
}
