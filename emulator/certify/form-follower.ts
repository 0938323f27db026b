/**
 * Follows the forms of the gateway's and the bank's pages to the end of 3DS, as a browser without scripts does. The
 * merchant's address is not called.
 */

const pagesMax = 20;
const pageLimitMs = 30_000;

type PageForm = {
  action: URL;
  /** The hidden fields, and the first button that has a name. */
  fields: Readonly<Record<string, string>>;
  /** The names of the fields that the payer fills in. */
  inputs: readonly string[];
};

type Visit = {
  /** Whether this is the merchant's address. The follower stops there and returns the fields for it. */
  isReturn: (address: URL) => boolean;
  /** The fields that the payer enters. It is called only for a form with such fields. */
  answer: (form: PageForm) => Record<string, string>;
};

type Page = { address: URL | null; html: string };

type Return = { action: URL; fields: Record<string, string> };

/** Returns the fields that the browser posts to the merchant, and where, or null if a page leads nowhere. */
export async function followForms(html: string, { isReturn, answer }: Visit): Promise<Return | null> {
  const browser = new FormBrowser(isReturn);
  let page: Page = { address: null, html };
  for (let step = 0; step < pagesMax; step++) {
    if (page.address && isReturn(page.address)) {
      return { action: page.address, fields: Object.fromEntries(page.address.searchParams) };
    }
    const form = formIn(page);
    if (!form) return null;
    if (isReturn(form.action)) return { action: form.action, fields: { ...form.fields } };
    const typed = form.inputs.length > 0 ? answer(form) : {};
    page = await browser.post(form.action, { ...form.fields, ...typed, ...browserFacts(form) });
  }
  throw new Error("The gateway's pages do not end.");
}

/** The values that the script of the first page would fill in. */
const facts: Readonly<Record<string, string>> = {
  browserLanguage: "en-US",
  browserWidth: "1280",
  browserHeight: "800",
  browserTimeZone: "240",
  browserJavaEnabled: "false",
  browserJavascriptEnabled: "true",
  browserColorDepth: "24",
};

const browserFacts = ({ fields }: PageForm): Record<string, string> =>
  Object.fromEntries(Object.entries(facts).filter(([name]) => name in fields));

/** Keeps the cookies of each origin, because banks keep the session of a challenge in them. */
class FormBrowser {
  #cookies = new Map<string, Map<string, string>>();

  constructor(readonly isReturn: Visit["isReturn"]) {}

  async post(address: URL, fields: Record<string, string>): Promise<Page> {
    let response = await this.#send(address, { method: "POST", body: new URLSearchParams(fields) });
    let at = address;
    for (let hop = 0; hop < pagesMax && isRedirect(response); hop++) {
      at = new URL(response.headers.get("location") ?? "", at);
      if (this.isReturn(at)) return { address: at, html: "" };
      response = await this.#send(at, { method: "GET" });
    }
    return { address: at, html: await response.text() };
  }

  async #send(address: URL, init: RequestInit): Promise<Response> {
    const jar = this.#cookies.get(address.origin) ?? new Map<string, string>();
    this.#cookies.set(address.origin, jar);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = { accept: "text/html", "accept-language": "en-US", ...(cookie && { cookie }) };
    const signal = AbortSignal.timeout(pageLimitMs);
    const response = await fetch(address, { ...init, headers, signal, redirect: "manual" });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value = ""] = /^([^=;]+)=([^;]*)/.exec(line) ?? [];
      if (name) jar.set(name.trim(), value);
    }
    return response;
  }
}

const isRedirect = ({ status, headers }: Response): boolean => status >= 300 && status < 400 && headers.has("location");

const attributesPattern = `((?:"[^"]*"|'[^']*'|[^>"'])*)`;
const formPattern = new RegExp(`<form\\b${attributesPattern}>(.*?)</form>`, "gis");
const fieldPattern = new RegExp(`<(input|button)\\b${attributesPattern}>`, "gi");

/** The first form of a page that replaces the page itself. A form with a target fills a hidden frame. */
function formIn({ html, address }: Page): PageForm | null {
  const forms = [...html.matchAll(formPattern)].map(([, head = "", content = ""]) => ({
    head: attributesOf(head),
    content,
  }));
  const form = forms.find(({ head }) => !head.target && head.action !== undefined);
  if (!form) return null;
  const fields = [...form.content.matchAll(fieldPattern)].map(
    ([, tag = "", text = ""]): Attributes => ({
      type: tag.toLowerCase() === "button" ? "submit" : "text",
      ...attributesOf(text),
    }),
  );
  const hidden = fields.filter(({ type }) => type === "hidden");
  const button = fields.find(({ type, name }) => type === "submit" && name);
  return {
    action: new URL(form.head.action ?? "", address ?? undefined),
    fields: Object.fromEntries(
      [...hidden, ...(button ? [button] : [])].map(({ name = "", value = "" }) => [name, value]),
    ),
    inputs: fields
      .filter(({ type = "" }) => ["password", "text", "tel", "number"].includes(type))
      .flatMap(({ name }) => name ?? []),
  };
}

type Attributes = Partial<Record<string, string>>;

function attributesOf(text: string): Attributes {
  const found = text.matchAll(/([\w:-]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g);
  return Object.fromEntries(
    [...found].map(([, name = "", double, single, bare]) => [
      name.toLowerCase(),
      plainText(double ?? single ?? bare ?? ""),
    ]),
  );
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

const plainText = (text: string): string =>
  text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|(amp|lt|gt|quot|apos));/gi, (_, decimal, hex, name) => {
    if (name) return entities[name.toLowerCase()] ?? "";
    return String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hex, 16));
  });
