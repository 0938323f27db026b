"use client";

import { SunMoon } from "lucide";
import { useState } from "react";
import { Icon } from "@/components/ui/icon";
import { type Appearance, appearanceCookie } from "@/lib/reference/appearance";

const following: Readonly<Record<Appearance, Appearance>> = { system: "light", light: "dark", dark: "system" };
const yearSeconds = 365 * 24 * 60 * 60;

/**
 * Switches between the browser's colour scheme, light and dark. A cookie keeps the choice, because the server must know
 * it before the first paint. Only pages of the dashboard receive the cookie.
 */
export function AppearanceChoice({ chosen }: { chosen: Appearance }) {
  const [appearance, setAppearance] = useState(chosen);
  const change = () => {
    const next = following[appearance];
    const secure = window.location.protocol === "https:" ? "; Secure" : "";
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every supported browser
    document.cookie = `${appearanceCookie}=${next}; Path=/dashboard; Max-Age=${yearSeconds}; SameSite=Lax${secure}`;
    document.documentElement.dataset.appearance = next;
    setAppearance(next);
  };
  return (
    <button type="button" onClick={change}>
      <Icon of={SunMoon} />
      Appearance: {appearance}
    </button>
  );
}
