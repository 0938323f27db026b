"use client";

import { SunMoon } from "lucide";
import { useState } from "react";
import { rememberInBrowser } from "@/components/dashboard/ui/remember-in-browser";
import { Icon } from "@/components/ui/icon";
import { type Appearance, appearanceCookie } from "@/lib/reference/appearance";

const following: Readonly<Record<Appearance, Appearance>> = { system: "light", light: "dark", dark: "system" };

/**
 * Switches between the browser's colour scheme, light and dark. A cookie keeps the choice, because the server must know
 * it before the first paint.
 */
export function AppearanceChoice({ chosen }: { chosen: Appearance }) {
  const [appearance, setAppearance] = useState(chosen);
  const change = () => {
    const next = following[appearance];
    rememberInBrowser(appearanceCookie, next);
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
