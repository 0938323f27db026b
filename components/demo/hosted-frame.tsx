"use client";

import { useEffect, useRef, useState } from "react";
import styles from "./pay-page.module.css";

type Mounted = { iframe: HTMLIFrameElement; unmount: () => void };
type Embed = { mount: (target: Element, options: { url: string; title: string }) => Mounted };

/**
 * The hosted page, embedded in the demo shop with embed.js as merchants do. When the customer returns to the shop, the
 * return page notifies this page, which opens it in the whole window.
 */
export function HostedFrame({ url }: { url: string }) {
  const place = useRef<HTMLDivElement>(null);
  const [problem, setProblem] = useState("");

  useEffect(() => {
    let mounted: Mounted | null = null;
    let isGone = false;
    const onReturn = ({ origin, source, data }: MessageEvent) => {
      if (origin !== window.location.origin || !mounted || source !== mounted.iframe.contentWindow) return;
      if (data?.type === "demo:returned") window.location.assign(`/demo/return${data.search}`);
    };
    window.addEventListener("message", onReturn);
    void loadEmbed().then(
      (embed) => {
        if (isGone || !place.current) return;
        mounted = embed.mount(place.current, { url, title: "Hosted checkout" });
      },
      () => setProblem("The checkout could not be loaded. Check your connection, then reload this page."),
    );
    return () => {
      isGone = true;
      window.removeEventListener("message", onReturn);
      mounted?.unmount();
    };
  }, [url]);

  return (
    <>
      <div ref={place} className={styles.frame} />
      <p role="status">{problem}</p>
    </>
  );
}

/** Adds the script tag of embed.js, which 'strict-dynamic' allows. A merchant's page can contain the tag itself. */
function loadEmbed(): Promise<Embed> {
  const host = window as Window & { Tradewind?: Embed };
  return new Promise((resolve, reject) => {
    if (host.Tradewind) return resolve(host.Tradewind);
    const script = document.createElement("script");
    script.src = "/embed.js";
    script.onload = () => (host.Tradewind ? resolve(host.Tradewind) : reject(new Error("embed.js did not start")));
    script.onerror = () => reject(new Error("embed.js did not load"));
    document.head.append(script);
  });
}
