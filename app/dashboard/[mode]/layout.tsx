import type { Metadata } from "next";
import type { ReactNode } from "react";
import { Shell } from "@/components/dashboard/frame/shell";
import { menuOf } from "@/lib/dashboard/pages";
import { currentViewer, openPage } from "@/lib/dashboard/viewer";

export const metadata: Metadata = { title: "Dashboard · Tradewind", robots: { index: false, follow: false } };

type Props = { params: Promise<{ mode: string }>; children: ReactNode };

export default async function DashboardLayout({ params, children }: Props) {
  const viewer = await currentViewer();
  // A signed-out visitor is redirected to the sign-in by the page, because the layout does not know the page's path.
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
