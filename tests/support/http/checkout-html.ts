import { inject } from "vitest";
import { readHtml } from "@/lib/kit/text/html";
import { call, freshAddress } from "./client";
import { asBrowser } from "./payments";

/** The hosted page as a browser without scripts receives it. */
export async function showCheckout(token: string, query = "", headers: Record<string, string> = {}) {
  const { text: html } = await call(inject("product").roomy, "GET", `/checkout/${token}${query}`, {
    headers: { ...asBrowser, ...headers },
    as: freshAddress(),
  });
  return readCheckout(html);
}

/** What a page says and what it asks for. */
export function readCheckout(html: string) {
  const { text, tags } = readHtml(html);
  const find = (name: string, value: string) =>
    tags.map(({ attributes }) => attributes).find((attributes) => attributes.get(name) === value);
  return {
    html,
    text: text.replace(/\s+/g, " ").replace(/ (?=[.,])/g, ""),
    language: tags.find(({ name }) => name === "html")?.attributes.get("lang"),
    /** The attributes of an element by its test id. */
    part: (id: string) => find("data-testid", id),
    /** The attributes of a field by its autocomplete token, such as `cc-number`. */
    field: (token: string) => find("autocomplete", token),
    linksTo: (href: string) => tags.some(({ name, attributes }) => name === "a" && attributes.get("href") === href),
  };
}

/** The fields that a browser posts if the customer only presses Pay. */
export function formIn(html: string): Record<string, string> {
  const form = /<form[^>]* id="pay-form".*?<\/form>/s.exec(html)?.[0] ?? "";
  // React quotes the values of attributes. The options of countries have no quotes.
  const attribute = (tag: string, name: string) =>
    new RegExp(` ${name}=(?:"([^"]*)"|(\\w+))`).exec(tag)?.slice(1).join("");
  const inputs = [...form.matchAll(/<input[^>]*>/g)].map(([tag]) => [attribute(tag, "name"), attribute(tag, "value")]);
  const selects = [...form.matchAll(/<select([^>]*)>(.*?)<\/select>/gs)].map(([, tag = "", options = ""]) => [
    attribute(tag, "name"),
    attribute(/<option[^>]* selected[^>]*>/.exec(options)?.[0] ?? "", "value"),
  ]);
  return Object.fromEntries([...inputs, ...selects].filter(([name, value]) => name && value !== undefined));
}
