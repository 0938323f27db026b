"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { Notice } from "@/components/ui/notice";
import type { OpenDelivery } from "@/lib/dashboard/views/webhook-deliveries";

const pollMs = 1000;

/** What came of a test event. While its answer is missing, the page is read again. */
export function TestResult({ tone, title, text, isWaiting }: NonNullable<OpenDelivery["testResult"]>) {
  const router = useRouter();
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") router.refresh();
    }, pollMs);
    return () => clearInterval(timer);
  }, [isWaiting, router]);
  return (
    <div role="status">
      <Notice tone={tone} title={title}>
        <p>{text}</p>
      </Notice>
    </div>
  );
}
