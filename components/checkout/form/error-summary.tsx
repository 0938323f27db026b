"use client";

import type { RefObject } from "react";
import { SummaryBox, SummaryLinks } from "@/components/ui/form/error-summary";
import { payFieldNames } from "@/lib/checkout/page/page-fields";
import type { SessionView } from "@/lib/checkout/page/view-contract";
import { fillIn } from "@/lib/kit/text/fill-in";
import { BankMessage } from "../bank-message";
import type { Words } from "../words/en";
import { useWords } from "../words-context";
import { fieldId } from "./field";
import { problemText } from "./problem-text";
import { isAboutCard, type NoticeKey, type Summary } from "./summary";
import type { PayFormControl } from "./use-pay-form";

type Props = {
  summary: Summary;
  form: PayFormControl;
  view: SessionView;
  boxRef: RefObject<HTMLElement | null>;
};

/**
 * Takes the focus. After an attempt with a card, the security code takes it, and screen readers announce the message.
 */
export function ErrorSummary({ summary, form, view, boxRef }: Props) {
  const { notices, errors } = useWords();
  const wrong = payFieldNames.filter((name) => form.problems[name]);
  if (!summary || (summary.about === "fields" && wrong.length === 0)) return null;
  const isTry = summary.about === "try";
  const title = isTry ? notices[summary.notice].title : countOf(wrong.length, errors);
  return (
    <SummaryBox
      {...{ boxRef, title }}
      titleId="problems"
      testId="error-summary"
      role={isTry && isAboutCard(summary.notice) ? "alert" : undefined}
      isApart
    >
      {isTry ? <AboutTry notice={summary.notice} view={view} /> : <AboutFields form={form} names={wrong} />}
    </SummaryBox>
  );
}

function countOf(count: number, { one, two, more }: Words["errors"]): string {
  return fillIn(count === 1 ? one : count === 2 ? two : more, { count });
}

function AboutTry({ notice, view }: { notice: NoticeKey; view: SessionView }) {
  const { money, notices, errors } = useWords();
  const { tries_left } = view;
  const isCounted = isAboutCard(notice) && tries_left <= 3;
  return (
    <>
      <p>
        <span data-testid="money-state">{money[view.money]}</span> {notices[notice].next}
        {isCounted && ` ${tries_left > 1 ? fillIn(errors.triesLeft, { count: tries_left }) : errors.lastTry}`}
      </p>
      <BankMessage text={view.bank_message} />
    </>
  );
}

function AboutFields({ form, names }: { form: PayFormControl; names: readonly (typeof payFieldNames)[number][] }) {
  const words = useWords();
  const items = names.map((name) => ({ id: fieldId(name), text: problemText(form, name, words) ?? "" }));
  return <SummaryLinks items={items} onChoose={(id) => document.getElementById(id)?.focus()} />;
}
