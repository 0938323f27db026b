import { DrawerContent } from "../sandbox/drawer-content";
import "./page-scope";

/** The script of the sandbox drawer. The page loads it when the drawer is opened. */
window.tradewindCheckout.Drawer = DrawerContent;
