import { headers } from "next/headers";
import { wordsOf } from "@/components/checkout/words/words-of";
import { Message } from "@/components/message";
import { chooseLanguage } from "@/lib/reference/languages";

/** Says the same of a token that never was and of one that is mistyped. */
export default async function CheckoutNotFound() {
  const language = chooseLanguage(null, (await headers()).get("accept-language"));
  const { missing } = wordsOf(language);
  return (
    <div lang={language}>
      <Message title={missing.heading}>
        <p>{missing.next}</p>
      </Message>
    </div>
  );
}
