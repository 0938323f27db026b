import "@/components/tokens.css";
import { type DocumentContext, renderDocument } from "@/components/document/render-document";
import { LandingPage, type LandingProps } from "./landing-page";

export function renderLanding(props: LandingProps, context: DocumentContext): string {
  const body = <LandingPage {...props} />;
  return renderDocument({ language: "en", title: "Tradewind", body, scripts: ["/copy.js"] }, context);
}
