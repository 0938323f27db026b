import { beforeAll, describe, expect, inject, it } from "vitest";
import { nextPage } from "@/lib/dashboard/next-page";
import { openTestAccount } from "@/tests/support/http/accounts";
import { call, freshAddress, type Reply, sendRaw } from "@/tests/support/http/client";
import { enter } from "@/tests/support/http/dashboard";
import {
  act,
  asBrowser,
  minimalFields,
  newShop,
  openCheckout,
  pay,
  post,
  type Shop,
  visitBank,
} from "@/tests/support/http/payments";
import { drawCases } from "@/tests/support/in-process/seed";

/** Addresses that lead elsewhere, or that one reader takes for ours and another does not. */
const evil = "evil.example";
const elsewhere = [
  ...["https:", "http:", "HTTPS:", "ftp:", "ws:", ""].map((scheme) => `${scheme}//${evil}/`),
  ...["///", "////", "/\\", "\\\\", "\\/", "/\\/", "//\\", "/\t/", "/\n/", "\t//", " //", "/%09/", "/%5c", "/%2f"].map(
    (start) => `${start}${evil}`,
  ),
  ...["https:/", "https:", "https:\\\\", "https:///", "http:%2f%2f"].map((start) => `${start}${evil}/`),
  ...["javascript:alert(1)", "JaVaScRiPt:alert(1)", "\u0001javascript:alert(1)", "java\tscript:alert(1)"],
  ...["data:text/html,<script>alert(1)</script>", "vbscript:msgbox(1)", "file:///etc/passwd", "about:blank"],
  ...["@", ":x@", ".", "%00.", "%0d%0a.", "\\@", "\\.", "%2f@", "#@", "?@", ";@", "&@", ",", "。", "\u202e"].map(
    (glue) => `https://shop.example${glue}${evil}/`,
  ),
  ...["/dashboard/..//", "/dashboard/test/..//..//", "/dashboard/test//", "/dashboard/test/%2e%2e//", "/./"].map(
    (start) => `${start}${evil}`,
  ),
  ...[
    "/dashboard@",
    "/dashboard/test@",
    "/dashboard/test:@",
    "/dashboard/test\\@",
    "/dashboard/test%0d%0aLocation: //",
  ].map((start) => `${start}${evil}`),
];

const { roomy, publicUrl } = inject("product");
let shop: Shop;
beforeAll(async () => {
  shop = await newShop({ responseHosts: ["shop.example"] });
});

/** Where a browser would go, by the standard that browsers follow. */
const hostOf = (location: string): string => new URL(location, roomy).host;
const ours = new URL(publicUrl).host;
const staysWithUs = ({ headers }: Reply) => [
  headers.location,
  headers.location === undefined || hostOf(headers.location) === ours,
];

it("has at least 48 addresses to try", () => expect(new Set(elsewhere).size).toBeGreaterThanOrEqual(48));

describe("a payment request of a merchant with registered hosts", () => {
  it.each(drawCases(elsewhere, 4))(
    "sends no browser to %j, neither with a payment nor with a refusal",
    async (response_url) => {
      for (const total of ["10.00", "0"]) {
        const fields = minimalFields(shop.accountNumber, { response_url, total });
        const { headers, text } = await post(fields, { as: freshAddress() });
        if (headers.location) expect([ours, "shop.example"]).toContain(hostOf(headers.location));
        for (const [, href = ""] of text.matchAll(/href="([^"]*)"/g))
          expect([ours, "shop.example"]).toContain(hostOf(href));
      }
    },
  );
});

describe("a path", () => {
  /** As a target of the request, with a Host header and a proxy's headers that name the attacker. */
  it.each(drawCases(elsewhere, 4, 1))("%j is never answered with a Location elsewhere", async (address) => {
    const target = address.replace(/[^!-~]/g, encodeURIComponent).replace(/^(?!\/|https?:)/i, "/");
    for (const slash of ["", "/"]) {
      const lines = [
        `GET ${target}${slash} HTTP/1.1`,
        `Host: ${evil}`,
        `X-Forwarded-Host: ${evil}`,
        "Connection: close",
      ];
      const [head = ""] = (await sendRaw(roomy, `${lines.join("\r\n")}\r\n\r\n`)).split("\r\n\r\n");
      const location = /^location: (.*)$/im.exec(head)?.[1];
      if (location) expect([address, hostOf(location)]).toEqual([address, ours]);
    }
  });
});

describe("the sign-in", () => {
  it("goes to the dashboard and not on to any of them", () => {
    for (const next of elsewhere) expect([next, nextPage(next)]).toEqual([next, "/dashboard"]);
  });

  it.each(drawCases(elsewhere, 8))("has pages that lead nowhere else with the parameter next=%j", async (next) => {
    for (const page of ["sign-in", "second-factor"]) {
      const reply = await call(roomy, "GET", `/dashboard/${page}?next=${encodeURIComponent(next)}`, {
        headers: asBrowser,
      });
      expect(staysWithUs(reply)).toEqual([reply.headers.location, true]);
    }
  });

  it("answers with the page that nextPage allows", async () => {
    const { email, password } = await openTestAccount();
    for (const next of [`//${evil}`, `/\\${evil}`, `/dashboard/test/..//${evil}`]) {
      expect((await enter("sign-in", { email, password, next })).body.next).toBe("/dashboard");
    }
  });
});

describe("the checkout, its challenge and the demo shop", () => {
  it("stay where they are, whatever their parameters name", async () => {
    const { token } = await openCheckout(shop.accountNumber);
    for (const address of drawCases(elsewhere, 8)) {
      const query = ["lang", "next", "return", "redirect"]
        .map((name) => `${name}=${encodeURIComponent(address)}`)
        .join("&");
      const form = {
        card_number: "",
        currency: address,
        way: address,
        return: address,
        [address]: "1",
        "quantity-hammock": "1",
      };
      const options = { form, headers: asBrowser, as: freshAddress() };
      for (const path of [`/checkout/${token}/pay`, `/checkout/${token}/leave/x`, "/demo/orders"]) {
        const reply = await call(roomy, "POST", `${path}?${query}`, options);
        expect(staysWithUs(reply)).toEqual([reply.headers.location, true]);
      }
    }
  });

  it("return from the bank to the checkout page alone", async () => {
    const { token } = await openCheckout(shop.accountNumber);
    await pay(token, "4000000000003220");
    const { action, fields } = await visitBank(token);
    const given = { ...fields, return: `https://${evil}/`, next: `//${evil}`, TermUrl: `https://${evil}/` };
    const headers = { ...asBrowser, origin: "null", "sec-fetch-site": "cross-site" };
    const reply = await call(roomy, "POST", `${new URL(action).pathname}?next=//${evil}`, { form: given, headers });
    expect([reply.status, reply.headers.location]).toEqual([200, undefined]);
    expect(reply.text).not.toContain(evil);
    expect((await act(token, "state")).body.result?.redirect).toMatch(/^https:\/\/shop\.example\//);
  });
});
