import { BrandSymbol } from "@/components/ui/brand/mark";
import layout from "./layout.module.css";

/** The symbol and the name, as the first link of a page. */
export const HomeLink = ({ href, className = "" }: { href: string; className?: string | undefined }) => (
  <a href={href} className={`${layout.home} ${className}`}>
    <BrandSymbol />
    <span>Tradewind</span>
  </a>
);
