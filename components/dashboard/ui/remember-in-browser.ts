const yearSeconds = 365 * 24 * 60 * 60;

/** Sets a cookie that only pages of the dashboard receive. */
export function rememberInBrowser(name: string, value: string): void {
  const secure = window.location.protocol === "https:" ? "; Secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every supported browser
  document.cookie = `${name}=${value}; Path=/dashboard; Max-Age=${yearSeconds}; SameSite=Lax${secure}`;
}
