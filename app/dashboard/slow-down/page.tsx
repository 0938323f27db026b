import type { Metadata } from "next";
import { EntryPage } from "@/components/dashboard/frame/entry-page";

export const metadata: Metadata = { title: "Too much at once · Tradewind" };

export default function SlowDownPage() {
  return (
    <EntryPage title="Too much at once">
      <p>Your account asked for more pages or exports than we make in a minute. Wait a minute, and go on.</p>
      <p>
        <a href="/dashboard">Dashboard</a>
      </p>
    </EntryPage>
  );
}
