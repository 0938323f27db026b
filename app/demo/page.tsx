import { notFound } from "next/navigation";
import { CodeSamples } from "@/components/demo/code-samples";
import { ShopForm } from "@/components/demo/shop-form";
import { ShopPage } from "@/components/demo/shop-page";
import { ShopTools } from "@/components/demo/shop-tools";
import { linesOf, markets, productIds, products, quantityMax, totalOf } from "@/lib/demo/catalogue";
import {
  addressIn,
  choicesOfPage,
  customerCountries,
  environmentLabels,
  feeStructureLabels,
  quantityField,
  ways,
} from "@/lib/demo/choices";
import { orderSums } from "@/lib/demo/order-sums";
import { shopPrograms } from "@/lib/docs/samples";
import { formatMoney } from "@/lib/format/money";
import { methodWords } from "@/lib/format/value-words";
import { env } from "@/lib/kit/env";
import { currencies } from "@/lib/reference/currencies";

export const metadata = { title: "Demo shop · Tradewind" };

type Props = { searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>> };

const optionsOf = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

export default async function DemoPage({ searchParams }: Props) {
  if (!env().SEED_SANDBOX) notFound();
  const query = await searchParams;
  const choices = choicesOfPage(query);
  const { cart, currency, environment, way, method, feeStructure, country, phone, avs } = choices;
  const { GATEWAY_EMULATOR } = env();
  const tools = {
    currency,
    markets: currencies.map((code) => ({
      currency: code,
      country: markets[code].country,
      href: addressIn(code, choices),
    })),
    items: linesOf(cart, currency).reduce((sum, { quantity }) => sum + quantity, 0),
  };
  return (
    <ShopPage label="Shop" tools={<ShopTools {...tools} />}>
      <ShopForm
        currency={currency}
        products={productIds.map((id) => ({
          id,
          field: quantityField(id),
          name: products[id].name,
          detail: products[id].detail,
          price: formatMoney({ amount: products[id].prices[currency], currency }),
          quantity: cart[id] ?? 0,
        }))}
        quantityMax={quantityMax}
        sums={orderSums(cart, currency)}
        ways={optionsOf(ways)}
        way={way}
        isEmpty={query.problem === "empty" && totalOf(cart, currency) === 0n}
        emulators={environment === "live" ? GATEWAY_EMULATOR : []}
        payment={{
          environment:
            GATEWAY_EMULATOR.length > 0 ? { options: optionsOf(environmentLabels), chosen: environment } : null,
          method: { options: optionsOf(methodWords), chosen: method },
          feeStructure: { options: optionsOf(feeStructureLabels), chosen: feeStructure },
          country: { options: optionsOf(customerCountries), chosen: country },
          phone,
          avs,
        }}
      />
      <CodeSamples steps={shopPrograms()} />
    </ShopPage>
  );
}
