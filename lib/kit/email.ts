/**
 * The HTML standard's rule for email addresses, with a dot in the domain. Safe in the browser.
 * https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address
 */
const label = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
const emailPattern = new RegExp(`^[a-z0-9.!#$%&'*+/=?^_\`{|}~-]+@${label}(?:\\.${label})+$`, "i");

export const isEmail = (text: string): boolean => emailPattern.test(text);

/** Nothing longer can be an address, so nothing longer is converted. */
const addressLengthMax = 320;

/** An internationalised domain in its ASCII form, which is what mail servers take. Anything else stays as it is. */
export function withAsciiDomain(address: string): string {
  const cut = address.lastIndexOf("@");
  const domain = address.slice(cut + 1);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: this is what ASCII is
  const isAscii = /^[\x00-\x7f]*$/.test(domain);
  if (cut < 0 || isAscii || address.length > addressLengthMax) return address;
  try {
    const { hostname, host } = new URL(`http://${domain}`);
    // The URL parser would drop a port, a path, user info or white space, decode percent signs, and read numbers as IPv4.
    const isWhole = hostname === host && !/[/?#\\@:%\s\p{Cc}]/u.test(domain) && !/^[\d.]+$/.test(hostname);
    return isWhole ? `${address.slice(0, cut)}@${hostname}` : address;
  } catch {
    return address;
  }
}
