import layout from "@/components/dashboard/ui/layout.module.css";
import { Notice } from "@/components/ui/notice";
import type { Frame } from "@/lib/dashboard/views/frame";

const list = new Intl.ListFormat("en-GB", { type: "conjunction" });

/** On every live page until live payments are approved: what is missing. */
export function LiveNotice({ mode, goLive }: Pick<Frame, "mode" | "goLive">) {
  if (mode !== "live" || goLive.isApproved) return null;
  const missing = goLive.steps.filter(({ isDone }) => !isDone).map(({ label }) => label.toLowerCase());
  return (
    <div className={layout.notice}>
      <Notice tone="warning" title="You cannot take live payments yet">
        <p>
          Still missing: {list.format(missing)}. <a href="/dashboard/test">Continue set-up</a>
        </p>
      </Notice>
    </div>
  );
}
