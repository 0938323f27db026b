"use client";

import { useEffect, useRef, useState } from "react";
import styles from "./demo.module.css";

type Mounted = { iframe: HTMLIFrameElement; unmount: () => void };
type Result = { status: string; transaction_id: string };
type Embed = {
  mount: (
    target: Element,
    options: { url: string; title: string; onHeight: (height: number) => void; onResult: (result: Result) => void },
  ) => Mounted;
};

/** The hosted page, embedded in the demo shop with embed.js as merchants do, and the messages that it sends. */
export function HostedFrame({ url }: { url: string }) {
  const place = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState<number | null>(null);
  const [news, setNews] = useState("Waiting for the hosted page.");

  useEffect(() => {
    let mounted: Mounted | null = null;
    let isGone = false;
    const onReturn = ({ origin, source, data }: MessageEvent) => {
      if (origin !== window.location.origin || !mounted || source !== mounted.iframe.contentWindow) return;
      if (data?.type === "demo:returned") setNews(`The shop's return page opened in the frame: ${data.verdict}`);
    };
    window.addEventListener("message", onReturn);
    void loadEmbed().then(
      (embed) => {
        if (isGone || !place.current) return;
        mounted = embed.mount(place.current, {
          url,
          title: "Hosted checkout",
          onHeight: setHeight,
          onResult: ({ status, transaction_id }) =>
            setNews(`The hosted page says “${status}” for ${transaction_id}. A hint only: the shop's server verifies.`),
        });
      },
      () => setNews("embed.js could not be loaded."),
    );
    return () => {
      isGone = true;
      window.removeEventListener("message", onReturn);
      mounted?.unmount();
    };
  }, [url]);

  return (
    <>
      <p role="status" className={styles.news}>
        {news}
      </p>
      <div ref={place} className={styles.frame} />
      <p className={styles.quiet}>
        {height === null ? "The frame has its first height." : `The hosted page asked for a height of ${height} px.`}
      </p>
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
