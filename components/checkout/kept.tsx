import type { ComponentProps } from "react";

/**
 * A part that never changes after the server rendered it. The script of the hosted page passes no children: React then
 * leaves the part as it is, and the script need not contain the components in it. It must stay in the page, hidden if
 * need be.
 */
export function Kept({ children, ...props }: ComponentProps<"div">) {
  const content = children ? { children } : { dangerouslySetInnerHTML: { __html: "" } };
  return <div {...props} suppressHydrationWarning {...content} />;
}
