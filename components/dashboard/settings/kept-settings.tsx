import layout from "@/components/dashboard/ui/layout.module.css";
import { Notice } from "@/components/ui/notice";

export function KeptSettings() {
  return (
    <div className={layout.notice}>
      <Notice tone="warning">
        <p>
          Everybody shares this public sandbox account, so it keeps its settings. You can try the form, but not save it.
        </p>
      </Notice>
    </div>
  );
}
