import type { ServerResponse } from "node:http";
import type { Markup } from "@/lib/kit/markup";
import { paymentFields, sendPaymentRequest } from "./payment-request";
import { frameChoice, framePage, refusedPage, returnPage, shopPage } from "./shop-pages";

export const isShopPath = (path: string): boolean => path === "/" || /^\/shop(\/|$)/.test(path);

type ShopCall = {
  method: string;
  url: URL;
  body: string;
  response: ServerResponse;
  /** The shop's own origin, and that of the product to which it sends payment requests. */
  origins: { shop: string; product: string };
};

/** Answers a request to the live shop, which is a merchant of the product and keeps nothing. */
export async function serveShop({ method, url, body, response, origins }: ShopCall): Promise<void> {
  switch (`${method} ${url.pathname.replace(/\/$/, "")}`) {
    case "GET ":
      return redirect(response, `${origins.shop}/shop`);
    case "GET /shop":
      return show(response, 200, shopPage(origins));
    case "GET /shop/return":
      return show(response, 200, returnPage(origins, url.searchParams));
    case "POST /shop/pay": {
      const form = new URLSearchParams(body);
      const { isAccepted, fields } = await sendPaymentRequest(origins.product, paymentFields(form, origins.shop));
      const checkoutUrl = String(fields.url);
      if (!isAccepted) return show(response, 400, refusedPage(origins, fields));
      if (form.get("place") === frameChoice) return show(response, 200, framePage(origins, checkoutUrl));
      return redirect(response, checkoutUrl);
    }
    default:
      response.writeHead(404, { "content-length": 0 }).end();
  }
}

function show(response: ServerResponse, status: number, page: Markup): void {
  response.writeHead(status, { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" });
  response.end(page.text);
}

function redirect(response: ServerResponse, location: string): void {
  response.writeHead(303, { location, "content-length": 0 }).end();
}
