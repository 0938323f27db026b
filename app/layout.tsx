import type { Metadata, Viewport } from "next";
import { cookies } from "next/headers";
import { connection } from "next/server";
import type { ReactNode } from "react";
import { appearanceCookie, appearanceOf } from "@/lib/reference/appearance";
import "@/components/tokens.css";

export const metadata: Metadata = {
  description: "A hosted card checkout for the Caribbean.",
  icons: { icon: { url: "/icon.svg", type: "image/svg+xml", sizes: "any" } },
};

export const viewport: Viewport = { width: "device-width", initialScale: 1, colorScheme: "light dark" };

export default async function RootLayout({ children }: { children: ReactNode }) {
  // Every page is rendered per request: its scripts need a CSP nonce, which a static page cannot have.
  await connection();
  // Only pages of the dashboard receive the cookie.
  const appearance = appearanceOf((await cookies()).get(appearanceCookie)?.value);
  return (
    <html lang="en" data-appearance={appearance}>
      <body>{children}</body>
    </html>
  );
}
