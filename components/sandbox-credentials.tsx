import { sandbox } from "@/lib/reference/sandbox";
import styles from "./sandbox-credentials.module.css";

/** The public sandbox accounts, and a first call to copy. */
export function SandboxCredentials({ origin }: { origin: string }) {
  const grant = [
    `curl ${origin}/api/auth/tokens \\`,
    `  -d email=${sandbox.merchant.email} \\`,
    `  -d password=${sandbox.password} \\`,
    `  -d scopes="svc-user-all svc-accounts-all"`,
  ].join("\n");
  const retrieve = [
    `curl ${origin}/api/accounts/${sandbox.merchant.accountNumber} \\`,
    `  -H "X-SVC-Key: ${sandbox.apiKey}"`,
  ].join("\n");
  return (
    <section aria-labelledby="sandbox" className={styles.card}>
      <h2 id="sandbox">Sandbox</h2>
      <p>No money moves here. These accounts are public and can never go live.</p>
      <dl className={styles.facts}>
        <dt>Merchant</dt>
        <dd>
          <code>{sandbox.merchant.email}</code> (account <code>{sandbox.merchant.accountNumber}</code>)
        </dd>
        <dt>Person</dt>
        <dd>
          <code>{sandbox.person.email}</code> (account <code>{sandbox.person.accountNumber}</code>)
        </dd>
        <dt>Password of both</dt>
        <dd>
          <code>{sandbox.password}</code>
        </dd>
        <dt>Merchant&apos;s hash key and signing secret</dt>
        <dd>
          <code>{sandbox.merchant.hashKey}</code>, <code>{sandbox.merchant.signingSecret}</code>
        </dd>
        <dt>Test API key</dt>
        <dd>
          <code>{sandbox.apiKey}</code>
        </dd>
      </dl>
      <h3>Your first call</h3>
      <p>With the test key:</p>
      <pre className={styles.code}>{retrieve}</pre>
      <p>Or with a token of your own:</p>
      <pre className={styles.code}>{grant}</pre>
    </section>
  );
}
