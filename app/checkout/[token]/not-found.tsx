import { headers } from "next/headers";
import { wordsOf } from "@/components/checkout/words/words-of";
import { Message } from "@/components/message";
import { chooseLanguage } from "@/lib/reference/languages";

/** Unknown and malformed tokens get the same text. */
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
