import type { Metadata } from "next";
import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { Shell } from "@/components/dashboard/frame/shell";
import { isMode } from "@/lib/dashboard/mode";
import { currentViewer, openPage } from "@/lib/dashboard/viewer";
import { readFrame } from "@/lib/dashboard/views/frame";
import { appearanceCookie, appearanceOf } from "@/lib/reference/appearance";

export const metadata: Metadata = { robots: { index: false, follow: false } };

type Props = { params: Promise<{ mode: string }>; children: ReactNode };

export default async function DashboardLayout({ params, children }: Props) {
  // A signed-out visitor is redirected to the sign-in by the page, because the layout does not know the page's path.
  if (!(await currentViewer())) return children;
  // The frame of a path with an unknown mode is that of the test mode. Its page is answered with 404.
  const { mode } = await params;
  const frame = await readFrame(await openPage(Promise.resolve({ mode: isMode(mode) ? mode : "test" }), ""));
  const appearance = appearanceOf((await cookies()).get(appearanceCookie)?.value);
  return (
    <Shell {...frame} appearance={appearance}>
      {children}
    </Shell>
  );
}
