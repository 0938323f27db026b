import type { Metadata } from "next";
import { EntryPage } from "@/components/dashboard/entry/entry-page";
import styles from "@/components/dashboard/entry/entry-page.module.css";
import { titled } from "@/lib/dashboard/titled";

export const metadata: Metadata = { title: titled("Too many requests") };

export default function SlowDownPage() {
  return (
    <EntryPage
      title="Too many requests"
      lead="Your account opened more pages or exports than we allow in a minute. Wait a minute, then go back."
    >
      <p className={styles.links}>
        <a href="/dashboard">Go to the dashboard</a>
      </p>
    </EntryPage>
  );
}
