import { Notice } from "@/components/ui/notice";

export function KeptSettings() {
  return (
    <Notice tone="warning">
      <p>
        Everybody shares this public sandbox account, so it keeps its settings. You can try the form, but not save it.
      </p>
    </Notice>
  );
}
