import { ChevronRight, Plus } from "lucide";
import buttons from "@/components/ui/button.module.css";
import { Icon } from "@/components/ui/icon";
import { Notice } from "@/components/ui/notice";
import { StatusBadge } from "@/components/ui/status-badge";
import {
  chargebackWords,
  deliveryBadge,
  endpointWords,
  keyWords,
  outcomeWords,
  partlyRefunded,
  refundWords,
  withdrawalWords,
} from "@/lib/format/status-words";
import styles from "./styleguide.module.css";

export function ButtonSamples() {
  return (
    <div className={styles.row}>
      <button type="button" className={buttons.primary}>
        <Icon of={Plus} />
        Create key
      </button>
      <button type="button" className={buttons.secondary}>
        Edit
      </button>
      <button type="button" className={buttons.quiet}>
        View headers
      </button>
      <button type="button" className={buttons.danger}>
        Refund TTD 400.00
      </button>
      <button type="button" className={`${buttons.secondary} ${buttons.small}`}>
        Next
        <Icon of={ChevronRight} />
      </button>
      <button type="button" className={buttons.secondary} disabled>
        Save
      </button>
      <button type="button" className={buttons.primary} aria-disabled="true">
        <span className={buttons.spinner} />
        Saving…
      </button>
    </div>
  );
}

const groups = {
  payments: [
    ...Object.values(outcomeWords),
    refundWords.refunded,
    partlyRefunded,
    refundWords.pending,
    refundWords.rejected,
    ...Object.values(chargebackWords),
  ],
  others: [
    ...Object.values(withdrawalWords),
    deliveryBadge("pending", 0),
    deliveryBadge("pending", 1),
    deliveryBadge("delivered", 1),
    deliveryBadge("failed", 1),
    ...Object.values(endpointWords),
    ...Object.values(keyWords),
  ],
} as const;

export function BadgeSamples({ of }: { of: keyof typeof groups }) {
  return (
    <div className={styles.row}>
      {groups[of].map((status) => (
        <StatusBadge key={status.word + status.icon} of={status} />
      ))}
    </div>
  );
}

export function NoticeSamples() {
  return (
    <div className={styles.stack}>
      <Notice tone="success">The signature is genuine.</Notice>
      <Notice tone="warning">This key expires on 22 November 2026.</Notice>
      <Notice tone="danger" title="The refund was rejected">
        The bank of the customer refused it.
      </Notice>
      <Notice tone="info">Results are made with your new keys.</Notice>
      <Notice tone="neutral">These settings hold for test and live.</Notice>
    </div>
  );
}
