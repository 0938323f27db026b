import { notFound } from "next/navigation";
import styles from "@/components/demo/demo.module.css";
import { ReturnedResult } from "@/components/demo/returned-result";
import { ShopPage } from "@/components/demo/shop-page";
import { TellParent } from "@/components/demo/tell-parent";
import { type Result, type Verdict, verifyResult } from "@/lib/demo/verify-result";
import { env } from "@/lib/kit/env";

export const metadata = { title: "Your order · Demo shop · Tradewind" };

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** The demo shop's response_url. */
export default async function DemoReturnPage({ searchParams }: Props) {
  if (!env().SEED_SANDBOX) notFound();
  // A parameter that comes twice reads as neither, and so verifies as nothing.
  const parameters = Object.entries(await searchParams).map(([name, value]): [string, string] => [
    name,
    [value ?? []].flat().join(", "),
  ]);
  const result = Object.fromEntries(parameters);
  const verdict = verifyResult(result);
  const { title, explanation } = wordsFor(verdict, result);
  return (
    <ShopPage label="Result of an order">
      <ReturnedResult
        title={title}
        explanation={explanation}
        isPaid={verdict.kind === "paid"}
        checks={verdict.checks}
        parameters={parameters}
      />
      <p>
        {result.signature && "The signature covers every parameter; verifying it takes the account's signing secret. "}
        {verdict.order?.way === "form" &&
          "This order was posted by the browser: a shop would verify the signature too, since the hash does not cover order and currency."}
      </p>
      <p className={styles.links}>
        <a href="/demo" target="_top">
          Back to the shop
        </a>
      </p>
      <TellParent verdict={title} orderId={verdict.order?.id ?? ""} />
    </ShopPage>
  );
}

function wordsFor({ kind }: Verdict, result: Result): { title: string; explanation: string } {
  switch (kind) {
    case "paid":
      return { title: "Hash verifies: paid", explanation: "The shop can fulfil this order." };
    case "card_stored":
      return {
        title: "A card was stored",
        explanation:
          "Keep its uuid, and verify it by the amount: POST /api/trusted-cards/{uuid}/verify. Whether the uuid is yours, GET /api/trusted-cards/{uuid} tells.",
      };
    case "unpaid":
      return result.hash
        ? { title: "Not a success: not paid", explanation: "Only a success carries a hash; this one was put there." }
        : { title: "No hash on this result: not paid", explanation: result.message || "The order stays unpaid." };
    case "hash_wrong":
      return {
        title: "Hash does NOT verify",
        explanation: "The order stays unpaid. Somebody may have changed the address.",
      };
    case "order_wrong":
      return { title: "Hash verifies, but not for this order: not paid", explanation: "The order stays unpaid." };
    case "order_unknown":
      return {
        title: "This result cannot be verified",
        explanation:
          "The shop does not know the order. This demo keeps its orders in memory and forgets them when it restarts.",
      };
  }
}
