import type { Metadata, Viewport } from "next";
import { connection } from "next/server";
import type { ReactNode } from "react";
import { preload } from "react-dom";
import { preloadedFont } from "@/components/ui/brand-file";
import "./tokens.css";

export const metadata: Metadata = {
  title: "Tradewind",
  description: "A hosted card checkout for the Caribbean.",
  icons: { icon: { url: "/icon.svg", type: "image/svg+xml", sizes: "any" } },
};

export const viewport: Viewport = { width: "device-width", initialScale: 1, colorScheme: "light dark" };

export default async function RootLayout({ children }: { children: ReactNode }) {
  // Every page is rendered per request: its scripts need a CSP nonce, which a static page cannot have.
  await connection();
  preload(preloadedFont, { as: "font", type: "font/woff2", crossOrigin: "anonymous" });
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}
