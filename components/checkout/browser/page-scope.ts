import type { ComponentType } from "react";
import type { DrawerProps } from "../sandbox/drawer-content";
import type { Words } from "../words/en";

/** What the scripts of the hosted page share. The script with the words runs first and creates it. */
type PageScope = {
  words: Words;
  /** The address of the options that the country selects lack. */
  countries: string;
  /** The address of the sandbox drawer's script. */
  drawerScript: string;
  /** The modules of React by name, for the script of the sandbox drawer: React must exist only once in a page. */
  react?: Record<string, unknown>;
  Drawer?: ComponentType<DrawerProps>;
};

declare global {
  interface Window {
    tradewindCheckout: PageScope;
  }
}
