import styles from "./mail.module.css";
import { Moment } from "./moment";

export type MailProps = {
  id: string;
  recipient: string;
  subject: string;
  language: string;
  text: string;
  createdAt: Date;
  sentAt: Date | null;
  source: string;
};

export function OneMail(mail: MailProps) {
  return (
    <main className={styles.page}>
      <h1 lang={mail.language}>{mail.subject}</h1>
      <MailForms {...mail} at="/sandbox/mail" />
    </main>
  );
}

/** Shows a mail as HTML and as text. The HTML is in an iframe with all sandbox restrictions. */
export function MailForms({
  id,
  recipient,
  language,
  text,
  createdAt,
  sentAt,
  source,
  at,
}: MailProps & { at: string }) {
  return (
    <>
      <dl className={styles.facts}>
        <dt>To</dt>
        <dd>{recipient}</dd>
        <dt>Written</dt>
        <dd>
          <Moment at={createdAt} />
        </dd>
        {sentAt && (
          <>
            <dt>Sent</dt>
            <dd>
              <Moment at={sentAt} />
            </dd>
          </>
        )}
      </dl>
      <h2>HTML</h2>
      <iframe className={styles.frame} src={`${at}/${id}/html`} sandbox="" title="The mail as HTML" />
      <h2>Text</h2>
      <pre className={styles.text} lang={language} data-testid="mail-text">
        {text}
      </pre>
      <details>
        <summary className={styles.summary}>Source</summary>
        <pre className={styles.text}>{source}</pre>
      </details>
      <p className={styles.links}>
        <a href={at}>All mail</a>
      </p>
    </>
  );
}
