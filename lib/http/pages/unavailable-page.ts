import type { Answer } from "@/lib/http/message/respond";
import type { AppError } from "@/lib/kit/errors";
import { markup } from "@/lib/kit/markup";
import { plainPage } from "./plain-page";

/** The page for browsers while this process cannot serve. It says nothing about money, because the state of a payment is unknown. */
export const unavailablePage = ({ status, headers }: AppError): Answer =>
  plainPage({
    title: "Please try again in a moment",
    body: markup`<h1>Please try again in a moment</h1>
<p>We cannot show this page right now. If you were paying, open this page again before you pay again: it says whether you were charged.</p>`,
    status,
    headers,
  });
