import buttons from "../ui/button.module.css";
import { Missing } from "../ui/missing";
import { SiteHeader } from "./site-header";

/** The page of an address that has none. */
export const NotFound = ({ isSandbox }: { isSandbox: boolean }) => (
  <>
    <SiteHeader isSandbox={isSandbox} />
    <main>
      <Missing
        text="The link may be wrong, or the page no longer exists."
        actions={
          <>
            <a href="/" className={buttons.primary}>
              Go to the home page
            </a>
            <a href="/docs" className={buttons.secondary}>
              Read the docs
            </a>
          </>
        }
      />
    </main>
  </>
);
