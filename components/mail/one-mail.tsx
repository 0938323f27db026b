import { Moment } from "@/components/ui/moment";
import { PageHead } from "@/components/ui/page-head";
import { Disclosure } from "@/components/ui/sections/disclosure";
import type { Zone } from "@/lib/format/dates";
import type { StoredMail } from "@/lib/mail/read-mailbox";
import { LocalMoment } from "./local-moment";
import styles from "./mail.module.css";
import { MailFrame } from "./mail-frame";
import { MailTop } from "./mailbox";

type MailProps = StoredMail & { source: string };

export function OneMail(mail: MailProps) {
  return (
    <div className={styles.page}>
      <MailTop />
      <main>
        <PageHead
          title={<span lang={mail.language}>{mail.subject}</span>}
          trail={[{ label: "Sandbox mail", href: "/sandbox/mail" }, { label: "This mail" }]}
        />
        <MailForms {...mail} at="/sandbox/mail" />
      </main>
    </div>
  );
}

/** Shows a mail as HTML and as text. `at`: the path of the mailbox. */
export function MailForms({ at, zone, ...mail }: MailProps & { at: string; zone?: Zone }) {
  const { id, recipient, language, text, createdAt, sentAt, source } = mail;
  return (
    <>
      <dl className={styles.facts}>
        <dt>To</dt>
        <dd>{recipient}</dd>
        <dt>Written</dt>
        <dd>{zone ? <Moment at={createdAt} zone={zone} /> : <LocalMoment at={createdAt} />}</dd>
        {sentAt && (
          <>
            <dt>Sent</dt>
            <dd>{zone ? <Moment at={sentAt} zone={zone} /> : <LocalMoment at={sentAt} />}</dd>
          </>
        )}
      </dl>
      <MailFrame src={`${at}/${id}/html`} />
      <Disclosure summary="Plain text" className={styles.more}>
        <pre className={styles.text} lang={language} data-testid="mail-text">
          {text}
        </pre>
      </Disclosure>
      <Disclosure summary="Source" className={styles.more}>
        <pre className={styles.text}>{source}</pre>
      </Disclosure>
    </>
  );
}
