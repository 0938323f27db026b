import { SandboxCredentials } from "@/components/sandbox-credentials";
import { SiteHeader } from "@/components/site-header";
import { env } from "@/lib/kit/env";
import styles from "./page.module.css";

const places = [
  {
    href: "/docs/quick-start",
    title: "Quick start",
    text: "From the first request to a verified result in five minutes.",
  },
  { href: "/docs", title: "Docs", text: "Payment request, redirect and hash, iframe, webhooks, test cards, errors." },
  { href: "/docs/reference", title: "API reference", text: "Every endpoint, as OpenAPI and for Postman, too." },
  {
    href: "/dashboard",
    title: "Dashboard",
    text: "Payments, refunds, withdrawals, keys, webhooks and the look of your page.",
  },
];

const mailbox = {
  href: "/sandbox/mail",
  title: "Sandbox mail",
  text: "What customers and merchants would have been sent.",
};

export default function LandingPage() {
  const { PUBLIC_URL, SEED_SANDBOX } = env();
  return (
    <>
      <SiteHeader isSandbox={SEED_SANDBOX} />
      <main className={styles.page}>
        <h1>A card checkout for the Caribbean</h1>
        <p className={styles.lead}>
          Tradewind is a hosted card checkout for merchants in Barbados, Grenada, Guyana, Jamaica and Trinidad &amp;
          Tobago. Your shop asks for a payment, your customer pays on our page, and you get a result that you can
          verify.
        </p>
        <p className={styles.actions}>
          {SEED_SANDBOX && (
            <a href="/demo" className={styles.first}>
              Pay in the demo shop
            </a>
          )}
          <a href="/dashboard/sign-up">Create an account</a>
        </p>
        <ul className={styles.places}>
          {[...places, ...(SEED_SANDBOX ? [mailbox] : [])].map(({ href, title, text }) => (
            <li key={href}>
              <a href={href}>{title}</a>
              <p>{text}</p>
            </li>
          ))}
        </ul>
        {SEED_SANDBOX && <SandboxCredentials origin={PUBLIC_URL} />}
      </main>
    </>
  );
}
