import type { ComponentType } from "react";
import type { DrawerProps } from "./drawer-content";
import "../browser/page-scope";

/**
 * Loads the drawer's script when the drawer is opened, so that customers of live payments never download it. The
 * Content-Security-Policy allows scripts that the page's own script inserts.
 */
export function loadDrawer(): Promise<{ default: ComponentType<DrawerProps> }> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = window.tradewindCheckout.drawerScript;
    script.onerror = reject;
    script.onload = () => {
      const { Drawer } = window.tradewindCheckout;
      if (Drawer) resolve({ default: Drawer });
      else reject(new Error("The drawer's script is not complete."));
    };
    document.head.append(script);
  });
}
