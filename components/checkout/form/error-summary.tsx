"use client";

import type { RefObject } from "react";
import { payFieldNames } from "@/lib/checkout/page/page-fields";
import type { SessionView } from "@/lib/checkout/page/view-contract";
import { fillIn } from "@/lib/kit/text/fill-in";
import { BankMessage } from "../bank-message";
import { MoneySentence } from "../money-state";
import type { Words } from "../words/en";
import { useWords } from "../words-context";
import styles from "./error-summary.module.css";
import { fieldId } from "./field";
import { problemText } from "./problem-text";
import type { PayFormControl } from "./use-pay-form";

export type NoticeKey = keyof Words["notices"];

/** The message above the form. It is about the last payment attempt or about wrong fields. */
export type Summary = { about: "fields" } | { about: "try"; notice: NoticeKey } | null;

/** Whether the message is about an attempt with a card. Only such attempts count towards the attempt limit. */
export function isAboutCard(notice: NoticeKey): boolean {
  return !["order_busy", "order_paid", "card_gone", "connection_lost", "too_many", "not_accepted"].includes(notice);
}

type Props = {
  summary: Summary;
  form: PayFormControl;
  view: SessionView;
  boxRef: RefObject<HTMLElement | null>;
};

/** The message above the form. It takes the focus, so that screen readers announce it without an alert role. */
export function ErrorSummary({ summary, form, view, boxRef }: Props) {
  const isAboutFields = summary?.about === "fields" && Object.keys(form.problems).length > 0;
  if (!isAboutFields && summary?.about !== "try") return null;
  return (
    <section ref={boxRef} tabIndex={-1} aria-labelledby="problems" data-testid="error-summary" className={styles.box}>
      {summary.about === "try" ? <AboutTry notice={summary.notice} view={view} /> : <AboutFields form={form} />}
    </section>
  );
}

function AboutTry({ notice, view }: { notice: NoticeKey; view: SessionView }) {
  const { notices, errors } = useWords();
  const { title, next } = notices[notice];
  const { tries_left } = view;
  return (
    <>
      <h2 id="problems">{title}</h2>
      <MoneySentence money={view.money} />
      <p>{next}</p>
      <BankMessage text={view.bank_message} />
      {isAboutCard(notice) && tries_left <= 3 && (
        <p>{tries_left > 1 ? fillIn(errors.triesLeft, { count: tries_left }) : errors.lastTry}</p>
      )}
    </>
  );
}

function AboutFields({ form }: { form: PayFormControl }) {
  const words = useWords();
  return (
    <>
      <h2 id="problems">{words.errors.heading}</h2>
      <ul>
        {payFieldNames
          .filter((name) => form.problems[name])
          .map((name) => (
            <li key={name}>
              <a
                href={`#${fieldId(name)}`}
                onClick={(event) => {
                  event.preventDefault();
                  document.getElementById(fieldId(name))?.focus();
                }}
              >
                {problemText(form, name, words)}
              </a>
            </li>
          ))}
      </ul>
    </>
  );
}
