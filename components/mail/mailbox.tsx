import styles from "./mail.module.css";
import { Moment } from "./moment";

type Listed = { id: string; recipient: string; subject: string; environment: string; createdAt: Date };
type ListProps = { mails: readonly Listed[]; older: string | undefined };

/** The mails of the sandbox, newest first. They are stored and never sent. */
export function Mailbox({ mails, older }: ListProps) {
  return (
    <main className={styles.page}>
      <h1>Sandbox mail</h1>
      <p className={styles.lead}>
        What happens in sandbox is never mailed to anybody. What would have been is kept here for 30 days.
      </p>
      <MailList
        mails={mails}
        older={older}
        at="/sandbox/mail"
        empty="There is no mail yet. Pay with a test card, and the receipt comes here."
        isMixed
      />
      <p className={styles.links}>
        <a href="/">Home</a>
      </p>
    </main>
  );
}

/** `older`: the id from which the link to older mails continues. `at`: the path of the mailbox. */
export function MailList({
  mails,
  older,
  at,
  empty,
  isMixed,
}: ListProps & { at: string; empty: string; isMixed?: true }) {
  return (
    <>
      {mails.length === 0 && <p>{empty}</p>}
      <ul className={styles.list}>
        {mails.map(({ id, recipient, subject, environment, createdAt }) => (
          <li key={id} className={styles.entry}>
            <a href={`${at}/${id}`}>{subject}</a>
            <span className={styles.quiet}>
              to {recipient}, <Moment at={createdAt} />
              {isMixed && environment === "live" && " (live)"}
            </span>
          </li>
        ))}
      </ul>
      {older && (
        <p className={styles.links}>
          <a href={`${at}?before=${older}`}>Older mail</a>
        </p>
      )}
    </>
  );
}
