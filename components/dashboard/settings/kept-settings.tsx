import { Notice } from "@/components/dashboard/ui/page-parts";

export function KeptSettings() {
  return (
    <Notice tone="warn">
      <p>
        Everybody shares this public sandbox account, so it keeps its settings. You can try the form, but not save it.
      </p>
    </Notice>
  );
}
