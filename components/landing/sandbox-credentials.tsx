import { sandbox } from "@/lib/reference/sandbox";
import { CopyableText } from "../code/copyable";
import landing from "./landing.module.css";
import styles from "./sandbox-credentials.module.css";

const facts = [
  ["Merchant's email", sandbox.merchant.email],
  ["Password of all accounts", sandbox.password],
  ["Person's email", sandbox.person.email],
  ["Demo shop's email", sandbox.shop.email],
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
    <section aria-labelledby="sandbox" className={landing.pair}>
      <div className={landing.about}>
        <h2 id="sandbox">Sandbox accounts</h2>
        <p>Everyone shares these accounts. No money moves there, and they can never go live.</p>
      </div>
      <div className={styles.content}>
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
        <h3>Call the API with the test key</h3>
        <CopyableText label="the call with the test key" text={retrieve} />
        <h3>Or get a token of your own</h3>
        <CopyableText label="the call for a token" text={grant} />
      </div>
    </section>
  );
}
