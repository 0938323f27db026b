/**
 * The HTML standard's rule for email addresses, with a dot in the domain. This module also runs in the browser.
 * https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address
 */
const label = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
const emailPattern = new RegExp(`^[a-z0-9.!#$%&'*+/=?^_\`{|}~-]+@${label}(?:\\.${label})+$`, "i");

export const isEmail = (text: string): boolean => emailPattern.test(text);

/** Text longer than this cannot be an email address, so its domain is not converted. */
const addressLengthMax = 320;

/**
 * Converts an internationalised domain to the ASCII form that mail servers accept. Other text is returned unchanged.
 */
export function withAsciiDomain(address: string): string {
  const cut = address.lastIndexOf("@");
  const domain = address.slice(cut + 1);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range of ASCII includes them
  const isAscii = /^[\x00-\x7f]*$/.test(domain);
  if (cut < 0 || isAscii || address.length > addressLengthMax) return address;
  try {
    const { hostname, host } = new URL(`http://${domain}`);
    // The URL parser drops ports, paths, user info and white space, decodes percent signs and reads numbers as IPv4. A
    // domain that it would change in this way stays unconverted.
    const isWhole = hostname === host && !/[/?#\\@:%\s\p{Cc}]/u.test(domain) && !/^[\d.]+$/.test(hostname);
    return isWhole ? `${address.slice(0, cut)}@${hostname}` : address;
  } catch {
    return address;
  }
}
