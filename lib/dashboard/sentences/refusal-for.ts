import { type Answer, answerOf } from "@/lib/http/message/respond";
import type { AppError } from "@/lib/kit/errors";
import { fieldSentence, withValues } from "./field-sentence";
import { refusalSentences, sentencesByCode } from "./refusal-sentences";

/**
 * The answer to a form of the dashboard: the same status and headers as the API's, in the sentences of the dashboard.
 * `errors` has one sentence per wrong field.
 */
export function refusalFor(form: string): (error: AppError) => Answer {
  return (error) => {
    const errors = Object.entries(error.problems).map(([field, problem]) => [
      field,
      fieldSentence(form, field, problem),
    ]);
    const { errors: _, ...fields } = error.fields;
    const message = errors[0]?.[1] ?? sentenceAbout(error);
    return {
      ...answerOf(error),
      body: JSON.stringify({
        message,
        ...fields,
        ...(errors.length > 0 && {
          errors: Object.fromEntries(errors.map(([field, sentence]) => [field, [sentence]])),
        }),
      }),
    };
  };
}

/** The sentence about a refusal that names no field. */
function sentenceAbout({ code, refusal, publicMessage, headers }: AppError): string {
  if (!refusal) return withValues(sentencesByCode[code], { wait: inWords(Number(headers["retry-after"])) });
  if (refusal.reason === "as_written") return publicMessage;
  return withValues(refusalSentences[refusal.reason], refusal.values ?? {});
}

function inWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return minutes > 1 ? `${minutes} minutes` : "a minute";
}

/** The filters of all lists have the same words. */
const filters = "filters";

/** What a list says about a filter that it refuses. */
export function filterSentence(error: AppError): string {
  const [first] = Object.entries(error.problems);
  return first ? fieldSentence(filters, ...first) : sentenceAbout(error);
}
