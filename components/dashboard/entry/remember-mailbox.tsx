"use client";

import { useEffect, useRef } from "react";
import { ownMailboxCookie } from "@/lib/reference/own-mailbox";

/** In a form that asks for a mail: the sandbox mailbox then shows the mail to the address that was sent. */
export function RememberMailbox() {
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const form = place.current?.closest("form");
    const remember = () => {
      const address = form && new FormData(form).get("email");
      const { name, path, seconds } = ownMailboxCookie;
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every supported browser
      document.cookie = `${name}=${encodeURIComponent(String(address))}; Path=${path}; Max-Age=${seconds}; SameSite=Lax`;
    };
    form?.addEventListener("submit", remember);
    return () => form?.removeEventListener("submit", remember);
  }, []);
  return <span ref={place} hidden />;
}
