import { siteRoute } from "@/app/site-route";
import { docsFrame, findDocsPage, neighboursOf } from "@/lib/docs/pages";
import { withoutTrailingSlashes } from "@/lib/http/message/path";

/** The docs: guides, and the reference of the API. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = siteRoute(
  "docs",
  ({ renderDocsPage, assets }, { path }) => {
    const page = findDocsPage(withoutTrailingSlashes(path));
    if (!page) return null;
    const props = { page, frame: docsFrame(page.navAddress), ...neighboursOf(page) };
    return { key: page.address, render: (nonce) => renderDocsPage(props, { ...assets, nonce }) };
  },
);
