import { sampleView } from "@/lib/checkout/page/sample-view";
import { firstPayment } from "@/lib/docs/samples";
import { env } from "@/lib/kit/env";
import { formatMinor } from "@/lib/kit/money";
import { qrSvg } from "@/lib/payment-links/qr-code";
import { sandbox } from "@/lib/reference/sandbox";
import { computeFees } from "@/lib/transactions/fees";
import { sandboxPrices } from "@/lib/transactions/sandbox-prices";
import { siteRoute } from "./site-route";

/** The landing page. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = siteRoute("landing", ({ renderLanding, assets }) => {
  const { PUBLIC_URL: origin, SEED_SANDBOX: isSandbox } = env();
  const qrCode = qrSvg(`${origin}/docs/payment-links`);
  const props = { isSandbox, qrCode, view: orderView(), firstRequest: firstPayment(), prices: sandboxPrices() };
  return { key: "/", render: (nonce) => renderLanding(props, { ...assets, nonce }) };
});

/** The order on the picture of the checkout page. */
const order = { platform: "TT", currency: "TTD", total: 177_50n, feeStructure: "customer_pay" } as const;

function orderView() {
  const { customerFee, customerTotal } = computeFees(order);
  const { currency } = order;
  const merchant = { name: sandbox.shop.name, support: null, picture: null };
  return {
    ...sampleView({ method: "credit_card_co", environment: "sandbox", merchant, currency, avs: false }),
    order_id: "10482",
    total: formatMinor(order.total),
    fee: formatMinor(customerFee),
    amount: formatMinor(customerTotal),
  };
}
