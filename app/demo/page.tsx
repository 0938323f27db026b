import { notFound } from "next/navigation";
import { CodeSamples } from "@/components/demo/code-samples";
import styles from "@/components/demo/demo.module.css";
import { ShopForm } from "@/components/demo/shop-form";
import { ShopPage } from "@/components/demo/shop-page";
import { markets, productIds, products, quantityMax } from "@/lib/demo/catalogue";
import { customerCountries, feeStructureLabels, methods, quantityField, readCurrency } from "@/lib/demo/choices";
import { shopPrograms } from "@/lib/docs/samples";
import { env } from "@/lib/kit/env";
import { formatMinor } from "@/lib/kit/money";

export const metadata = { title: "Demo shop · Tradewind" };

type Props = { searchParams: Promise<{ currency?: string | string[]; problem?: string | string[] }> };

const optionsOf = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

export default async function DemoPage({ searchParams }: Props) {
  if (!env().SEED_SANDBOX) notFound();
  const { currency: given, problem } = await searchParams;
  const currency = readCurrency(typeof given === "string" ? given : null);
  return (
    <ShopPage label="Shop">
      <div className={styles.columns}>
        <div>
          <h1>A taste of the islands</h1>
          <nav aria-label="Country and currency">
            <ul className={styles.markets}>
              {Object.entries(markets).map(([code, { label }]) => (
                <li key={code}>
                  <a href={`/demo?currency=${code}`} aria-current={code === currency ? "page" : undefined}>
                    {label}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
          <ShopForm
            currency={currency}
            products={productIds.map((id) => ({
              id,
              field: quantityField(id),
              name: products[id].name,
              detail: products[id].detail,
              price: formatMinor(products[id].prices[currency]),
            }))}
            quantityMax={quantityMax}
            feeStructures={optionsOf(feeStructureLabels)}
            methods={optionsOf(methods)}
            countries={optionsOf(customerCountries)}
            country={markets[currency].platform}
            phone="+18686221234"
            isEmpty={problem === "empty"}
          />
        </div>
        <CodeSamples steps={shopPrograms()} />
      </div>
    </ShopPage>
  );
}
