import "@/components/tokens.css";
import { type DocumentContext, renderDocument } from "@/components/document/render-document";
import { NotFound } from "./not-found";

export function renderNotFound(isSandbox: boolean, context: DocumentContext): string {
  const head = <meta name="robots" content="noindex" />;
  const body = <NotFound isSandbox={isSandbox} />;
  return renderDocument({ language: "en", title: "Not found · Tradewind", head, body }, context);
}
