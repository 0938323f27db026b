import type { ReactNode, RefObject } from "react";
import type { Prefill } from "@/lib/checkout/page/page-fields";
import type { SessionView } from "@/lib/checkout/page/view-contract";
import type { Language } from "@/lib/reference/languages";
import type { CountryLists } from "../places/country-lists";
import type { PageLinks } from "../session/page-links";
import type { Summary } from "./summary";
import type { PayFormControl } from "./use-pay-form";

export type PayFormProps = {
  links: PageLinks;
  language: Language;
  view: SessionView;
  /** The debited amount as the page shows it. */
  amount: string;
  prefill: Prefill;
  /** The summary of the contact and billing details that the shop sent. */
  given: readonly string[];
  lists: CountryLists;
  form: PayFormControl;
  summary: Summary;
  summaryRef: RefObject<HTMLElement | null>;
  /** A payment was sent, and its result is not known yet. */
  isPaying: boolean;
  /** A payment is in progress, or the connection is being checked before a payment is sent. */
  isBusy: boolean;
  /** The connection was lost after a payment was sent. */
  isLost: boolean;
  /** The customer's request to cancel failed. */
  hasFailed: boolean;
  isShown: boolean;
  /** The remaining time, next to the way back. */
  countdown: ReactNode;
  onPay: () => void;
  onLeave: () => void;
};

export type SectionsProps = PayFormProps & { card: ReactNode };
