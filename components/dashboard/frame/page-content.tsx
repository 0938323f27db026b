"use client";

import { type ReactNode, useEffect, useState } from "react";
import { Skeleton, type SkeletonShape } from "@/components/ui/skeleton";
import { Unseen } from "@/components/ui/unseen";
import styles from "./shell.module.css";

/** A page that answers sooner shows no skeleton. */
const delayMs = 300;

/**
 * The page inside the frame. While the browser waits for the next page, a skeleton of that page takes its place. Pages
 * are not streamed behind a skeleton: the answer keeps its status, and a browser without JavaScript shows it.
 */
export function PageContent({ children }: { children: ReactNode }) {
  const [next, setNext] = useState<SkeletonShape | null>(null);
  useEffect(() => watchNavigation(setNext), []);
  return (
    <main id="main" className={styles.main} tabIndex={-1} aria-busy={next !== null}>
      {next && (
        <>
          <h1 className={styles.loading}>
            <Unseen>Loading…</Unseen>
          </h1>
          <Skeleton shape={next} />
        </>
      )}
      <div hidden={next !== null}>{children}</div>
    </main>
  );
}

function watchNavigation(show: (shape: SkeletonShape | null) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => {
    clearTimeout(timer);
    show(null);
  };
  const wait = (address: string) => {
    const url = new URL(address, window.location.href);
    if (!isOtherPage(url)) return;
    clearTimeout(timer);
    timer = setTimeout(() => show(shapeOf(url.pathname)), delayMs);
  };
  const listeners = new AbortController();
  const { signal } = listeners;
  window.addEventListener(
    "click",
    (event) => {
      const link = linkOf(event);
      if (link && isPlainClick(event)) wait(link.href);
    },
    { signal },
  );
  window.addEventListener(
    "submit",
    ({ target, defaultPrevented }) => {
      if (!defaultPrevented && target instanceof HTMLFormElement && target.method === "get") wait(target.action);
    },
    { signal },
  );
  // Escape stops the navigation, and Back may restore this page as it was left.
  window.addEventListener("keydown", ({ key }) => key === "Escape" && stop(), { signal });
  window.addEventListener("pageshow", stop, { signal });
  return () => {
    clearTimeout(timer);
    listeners.abort();
  };
}

/** A click that opens a link in this tab. Links of dialogs are prevented, because the router opens them. */
const isPlainClick = (event: MouseEvent): boolean =>
  !event.defaultPrevented && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;

function linkOf({ target }: MouseEvent): HTMLAnchorElement | null {
  const link = target instanceof Element ? target.closest("a") : null;
  return link?.href && !link.target && !link.hasAttribute("download") ? link : null;
}

const pagePattern = /^\/dashboard\/(?:test|live)(?:\/([\w-]+))?(\/.+)?$/;

const isOtherPage = ({ origin, pathname, search, hash }: URL): boolean =>
  origin === window.location.origin &&
  pagePattern.test(pathname) &&
  (hash === "" || pathname + search !== window.location.pathname + window.location.search);

const lists = new Set(["transactions", "trusted-cards", "withdrawals", "api-keys", "webhooks", "requests", "audit"]);

function shapeOf(path: string): SkeletonShape {
  const [, page = "", detail] = pagePattern.exec(path) ?? [];
  if (page === "") return "overview";
  if (detail) return "detail";
  return lists.has(page) ? "list" : "cards";
}
