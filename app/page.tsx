import { SandboxCredentials } from "@/components/sandbox-credentials";
import { env } from "@/lib/kit/env";
import styles from "./page.module.css";

export default function LandingPage() {
  const { PUBLIC_URL, SEED_SANDBOX } = env();
  return (
    <main className={styles.page}>
      <h1>Tradewind</h1>
      <p className={styles.lead}>
        A hosted card checkout for merchants in Barbados, Grenada, Guyana, Jamaica and Trinidad &amp; Tobago.
      </p>
      <ul className={styles.links}>
        {SEED_SANDBOX && (
          <>
            <li>
              <a href="/demo">Demo shop: pay with a test card</a>
            </li>
            <li>
              <a href="/sandbox/mail">Sandbox mail: what would have been sent</a>
            </li>
          </>
        )}
        <li>
          <a href="/api/openapi.json">API description (OpenAPI 3.1)</a>
        </li>
        <li>
          <a href="/readyz">Readiness</a>
        </li>
      </ul>
      {SEED_SANDBOX && <SandboxCredentials origin={PUBLIC_URL} />}
    </main>
  );
}
