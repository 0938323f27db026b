"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import type { SessionView } from "@/lib/checkout/page/view-contract";
import { reportResult } from "./parent-frame";

/** How long the result stays before the browser returns to the shop. A message of the bank takes longer to read. */
const staySeconds = 5;
const messageStaySeconds = 8;
const longestStaySeconds = 30;

/**
 * Reports the result to the shop's page, then returns to the shop. The back button skips this page. A payer who moves
 * the pointer, presses a key or touches the page stays longer, and one who opens the receipt stays.
 */
export function useHandOver({ result, bank_message, frame_origins, transaction_id }: SessionView) {
  const origins = frame_origins.join(" ");
  const { status, redirect } = result ?? {};
  const [passedSeconds, setPassedSeconds] = useState(0);
  const [stay, setStay] = useState<"short" | "long" | "open">("short");
  const isGoing = useRef(false);
  const go = useCallback(async () => {
    if (!status || !redirect || isGoing.current) return;
    isGoing.current = true;
    await reportResult(origins.split(" "), { status, transaction_id });
    location.replace(redirect);
  }, [status, redirect, origins, transaction_id]);

  const shortSeconds = bank_message ? messageStaySeconds : staySeconds;
  const isOver = passedSeconds >= (stay === "short" ? shortSeconds : longestStaySeconds);
  const isCounting = Boolean(redirect) && stay !== "open" && !isOver;
  useEffect(() => {
    if (!isCounting) return;
    const timer = setInterval(() => setPassedSeconds((passed) => passed + 1), 1_000);
    return () => clearInterval(timer);
  }, [isCounting]);
  useEffect(() => {
    if (isOver && stay !== "open") void go();
  }, [isOver, stay, go]);
  useEffect(() => {
    const stop = () => setStay((now) => (now === "open" ? now : "long"));
    // A browser also reports a pointer that rests when the page changes below it.
    const move = ({ movementX, movementY }: PointerEvent) => (movementX !== 0 || movementY !== 0) && stop();
    addEventListener("pointermove", move);
    addEventListener("pointerdown", stop);
    addEventListener("keydown", stop);
    return () => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerdown", stop);
      removeEventListener("keydown", stop);
    };
  }, []);

  const secondsLeft = redirect && stay === "short" ? shortSeconds - passedSeconds : null;
  return { go, secondsLeft, keepOpen: () => setStay("open") };
}
