import type { Metadata } from "next";
import type { ReactNode } from "react";
import { Shell } from "@/components/dashboard/frame/shell";
import { menuOf } from "@/lib/dashboard/pages";
import { currentViewer, openPage } from "@/lib/dashboard/viewer";

export const metadata: Metadata = { title: "Dashboard · Tradewind", robots: { index: false, follow: false } };

type Props = { params: Promise<{ mode: string }>; children: ReactNode };

export default async function DashboardLayout({ params, children }: Props) {
  const viewer = await currentViewer();
  // Without a viewer, the page redirects to the sign-in, because only the page knows its own path.
  if (!viewer) return children;
  const { mode } = await openPage(params, "");
  return (
    <Shell
      mode={mode}
      canGoLive={viewer.account.canGoLive}
      account={viewer.account}
      email={viewer.email}
      menu={menuOf(viewer)}
    >
      {children}
    </Shell>
  );
}
