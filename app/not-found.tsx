import { SiteHeader } from "@/components/site-header";
import buttons from "@/components/ui/button.module.css";
import { Missing } from "@/components/ui/missing";
import { env } from "@/lib/kit/env";

export const metadata = { title: "Not found · Tradewind" };

export default function NotFoundPage() {
  return (
    <>
      <SiteHeader isSandbox={env().SEED_SANDBOX} />
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
}
