"use client";

import { useEffect, useRef } from "react";
import styles from "./mail.module.css";

/**
 * A mail's HTML in a frame that runs no scripts. The page's own script gives the frame the height of its content, which
 * `allow-same-origin` lets it read. Without JavaScript the frame scrolls. A click on a link leaves the frame.
 */
export function MailFrame({ src }: { src: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const adapt = () => {
    const { current } = frame;
    // A document that begins to load has no root element yet.
    const height = current?.contentDocument?.querySelector("html")?.offsetHeight;
    if (current && height) current.style.height = `${height + 2}px`;
  };
  useEffect(() => {
    // The mail may have loaded before this script.
    adapt();
    addEventListener("resize", adapt);
    return () => removeEventListener("resize", adapt);
  });
  return (
    <iframe
      ref={frame}
      className={styles.frame}
      src={src}
      sandbox="allow-same-origin allow-top-navigation-by-user-activation"
      title="The mail as HTML"
      onLoad={adapt}
    />
  );
}
