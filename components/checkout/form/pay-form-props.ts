import type { ReactNode, RefObject } from "react";
import type { Prefill } from "@/lib/checkout/page/page-fields";
import type { SessionView } from "@/lib/checkout/page/view-contract";
import type { Language } from "@/lib/reference/languages";
import type { PageLinks } from "../session/page-links";
import type { CountryLists } from "./country-lists";
import type { Summary } from "./error-summary";
import type { PayFormControl } from "./use-pay-form";

export type PayFormProps = {
  links: PageLinks;
  language: Language;
  view: SessionView;
  prefill: Prefill;
  lists: CountryLists;
  form: PayFormControl;
  summary: Summary;
  summaryRef: RefObject<HTMLElement | null>;
  /** A payment was sent, and its result is not known yet. */
  isPaying: boolean;
  /** A payment is in progress, or the connection is being checked before a payment is sent. */
  isBusy: boolean;
  /** The customer's request to cancel failed. */
  hasFailed: boolean;
  isShown: boolean;
  onPay: () => void;
  onLeave: () => void;
};

export type SectionsProps = PayFormProps & { card: ReactNode };
