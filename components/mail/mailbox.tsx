import { Mail, SearchX } from "lucide";
import { Badge } from "@/components/ui/badge";
import { Wordmark } from "@/components/ui/brand/mark";
import buttons from "@/components/ui/button.module.css";
import { EmptyState } from "@/components/ui/empty-state";
import { Moment } from "@/components/ui/moment";
import { PageHead } from "@/components/ui/page-head";
import { FilterBar } from "@/components/ui/table/filter-bar";
import { choiceFilter } from "@/components/ui/table/list-filters";
import type { Zone } from "@/lib/format/dates";
import { mailKindWords } from "@/lib/format/value-words";
import type { MailPage } from "@/lib/mail/read-mailbox";
import { LocalMoment } from "./local-moment";
import styles from "./mail.module.css";

/** The mails of the sandbox, newest first. They are stored and never sent. */
export function Mailbox(props: MailPage) {
  return (
    <div className={styles.page}>
      <MailTop />
      <main>
        <PageHead title="Sandbox mail">
          <p>No mail leaves the sandbox. This mailbox keeps it for 30 days.</p>
        </PageHead>
        <MailList {...props} at="/sandbox/mail" empty="Pay with a test card, and the receipt arrives here." />
      </main>
    </div>
  );
}

/** The mark on top of the pages of the sandbox mailbox. */
export function MailTop() {
  return (
    <a href="/" className={styles.brand}>
      <Wordmark />
    </a>
  );
}

type MailListProps = MailPage & {
  /** The path of the mailbox. */
  at: string;
  empty: string;
  /** The zone of the merchant. Without one, times are in the reader's zone. */
  zone?: Zone;
};

export function MailList({ mails, older, given, at, empty, zone }: MailListProps) {
  const isFiltered = Object.keys(given).length > 0;
  return (
    <>
      <FilterBar
        here={at}
        given={given}
        search={{ name: "to", label: "Find mail by address", placeholder: "Address" }}
        filters={[choiceFilter("Kind", "kind", words, given, "Every kind")]}
      />
      {mails.length === 0 &&
        (isFiltered ? (
          <EmptyState icon={SearchX} title="No mail matches the filter" />
        ) : (
          <EmptyState icon={Mail} title="No mail yet" text={empty} />
        ))}
      <ul className={styles.list}>
        {mails.map((mail) => (
          <li key={mail.id} className={styles.entry}>
            <a href={`${at}/${mail.id}`}>{mail.subject}</a>
            <span className={styles.recipient}>{mail.recipient}</span>
            <span className={styles.aside}>
              <Badge>{wordOf(mail.kind)}</Badge>
              {zone ? (
                <Moment at={mail.createdAt} zone={zone} format="shortWithYear" />
              ) : (
                <LocalMoment at={mail.createdAt} />
              )}
            </span>
          </li>
        ))}
      </ul>
      {older && (
        <a href={`${at}?${new URLSearchParams({ ...given, before: older })}`} className={buttons.secondary}>
          Older mail
        </a>
      )}
    </>
  );
}

const words: Readonly<Record<string, string>> = mailKindWords;
const wordOf = (kind: string): string => words[kind] ?? kind;
