import { siteRoute } from "@/app/site-route";
import { docsFrame } from "@/lib/docs/pages";
import { searchDocs } from "@/lib/docs/search";

/** The results of a search in the docs, for readers without JavaScript too. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = siteRoute(
  "docs",
  ({ renderSearch, assets }, { search }) => {
    const query = (new URLSearchParams(search).get("q") ?? "").trim().slice(0, queryMax);
    const props = { query, results: searchDocs(query), frame: docsFrame(null) };
    return { render: (nonce) => renderSearch(props, { ...assets, nonce }) };
  },
);

const queryMax = 100;
