"use client";

import { useEffect, useState } from "react";
import type { FoundAnswer } from "@/lib/dashboard/search-contract";

/** Long enough to wait for the next key, and too short to be noticed. */
const pauseMs = 150;

/** What was found for the latest text. Null until the first answer, and while the field is empty. */
export type Answer = FoundAnswer | "failed" | null;

/** Everything that the arrow keys reach, in the order of the panel. */
export const optionsOf = (answer: Answer): { href: string }[] =>
  answer === null || answer === "failed"
    ? []
    : answer.groups.flatMap(({ hits, all }) => [...hits, ...(all ? [all] : [])]);

/** The text of the search field, what was found for it, and which result is chosen. */
export function useSearch(action: string) {
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState(0);
  const [isEntered, setIsEntered] = useState(false);
  const { answer, isLatest } = useAnswer(action, text);
  const options = optionsOf(answer);
  const href = options[chosen]?.href;

  // The Enter key may be pressed before the answer to the last letter is there.
  useEffect(() => {
    if (!isEntered || !isLatest) return;
    setIsEntered(false);
    if (href !== undefined) window.location.assign(href);
  }, [isEntered, isLatest, href]);

  function type(next: string) {
    setText(next);
    setChosen(0);
    setIsEntered(false);
  }
  return {
    ...{ text, answer, options, chosen, type },
    choose: setChosen,
    step: (by: 1 | -1) => setChosen((chosen + by + options.length) % options.length),
    enter: () => setIsEntered(text.trim() !== ""),
  };
}

/** Sends the text after each pause in typing. Answers to earlier texts are dropped. */
function useAnswer(action: string, text: string) {
  const [answered, setAnswered] = useState<{ text: string; answer: Answer }>(unanswered);
  useEffect(() => {
    if (text.trim() === "") {
      setAnswered(unanswered);
      return;
    }
    const controller = new AbortController();
    const timer = setTimeout(async () => {
      const answer = await post(action, text, controller.signal);
      if (!controller.signal.aborted) setAnswered({ text, answer });
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [action, text]);
  return { answer: answered.answer, isLatest: answered.text === text };
}

const unanswered = { text: "", answer: null };

async function post(action: string, search: string, signal: AbortSignal): Promise<Answer> {
  try {
    const response = await fetch(action, {
      method: "POST",
      headers: { accept: "application/json", "content-type": "application/json" },
      // The server refuses what PostgreSQL cannot store.
      body: JSON.stringify({ search: search.replaceAll("\0", "").toWellFormed() }),
      signal,
    });
    return response.ok ? (await response.json()).data : "failed";
  } catch {
    return "failed";
  }
}
