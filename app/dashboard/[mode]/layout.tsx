import type { Metadata } from "next";
import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { Shell } from "@/components/dashboard/frame/shell";
import { currentViewer, openPage } from "@/lib/dashboard/viewer";
import { readFrame } from "@/lib/dashboard/views/frame";
import { appearanceCookie, appearanceOf } from "@/lib/reference/appearance";

export const metadata: Metadata = { title: "Dashboard · Tradewind", robots: { index: false, follow: false } };

type Props = { params: Promise<{ mode: string }>; children: ReactNode };

export default async function DashboardLayout({ params, children }: Props) {
  // A signed-out visitor is redirected to the sign-in by the page, because the layout does not know the page's path.
  if (!(await currentViewer())) return children;
  const frame = await readFrame(await openPage(params, ""));
  const appearance = appearanceOf((await cookies()).get(appearanceCookie)?.value);
  return (
    <Shell {...frame} appearance={appearance}>
      {children}
    </Shell>
  );
}
