import { sandbox } from "@/lib/reference/sandbox";
import { CopyableText } from "./code/copyable-text";
import styles from "./sandbox-credentials.module.css";

const facts = [
  ["Merchant's email", sandbox.merchant.email],
  ["Person's email", sandbox.person.email],
  ["Password of both", sandbox.password],
  ["Merchant's account number", sandbox.merchant.accountNumber],
  ["Hash key", sandbox.merchant.hashKey],
  ["Signing secret", sandbox.merchant.signingSecret],
  ["Test API key", sandbox.apiKey],
] as const;

/** The public sandbox accounts, and a first API call to copy. */
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
      <h2 id="sandbox">Sandbox accounts</h2>
      <p>No money moves here. These accounts are public and can never go live.</p>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <CopyableText label={name} text={value} />
            </dd>
          </div>
        ))}
      </dl>
      <h3>Your first call</h3>
      <p>With the test key:</p>
      <CopyableText label="the call with the test key" text={retrieve} />
      <p>Or with a token of your own:</p>
      <CopyableText label="the call for a token" text={grant} />
    </section>
  );
}
