/*!
 * Tradewind.mount(target, { url, title?, onHeight?, onResult? }): docs/guides/embedding.md
 * The result is a hint: your server must verify the hash.
 */
(() => {
  if (window.Tradewind) return;

  const mount = (target, { url, title = "Card payment", onHeight, onResult }) => {
    const place = typeof target === "string" ? document.querySelector(target) : target;
    const { href: src, origin, protocol } = new URL(url);
    if (!place || !/^https?:$/.test(protocol)) throw new TypeError("Tradewind: no element or url");
    const iframe = document.createElement("iframe");
    const name = "tradewind-checkout"; // Its page waits for answers.
    Object.assign(iframe, { name, title, src, allow: "payment", referrerPolicy: "no-referrer" });
    Object.assign(iframe.style, { width: "100%", height: "40rem", minHeight: "20rem", border: "0" });

    const hear = ({ origin: from, source, data }) => {
      if (from !== origin || source !== iframe.contentWindow) return;
      const { type, height, status, transaction_id } = data ?? {};
      if (type === "tradewind:height" && height > 0) {
        const px = Math.min(Math.ceil(height), 5000);
        iframe.style.height = `${px}px`;
        onHeight?.(px);
      }
      if (type !== "tradewind:result") return;
      source.postMessage({ type: "tradewind:heard" }, origin);
      onResult?.({ status, transaction_id });
    };
    addEventListener("message", hear);
    place.append(iframe);

    const unmount = () => {
      removeEventListener("message", hear);
      iframe.remove();
    };
    return { iframe, unmount };
  };

  const mountAll = () => {
    for (const place of document.querySelectorAll("[data-tradewind-checkout]")) {
      const onResult = (detail) => place.dispatchEvent(new CustomEvent("tradewind:result", { detail }));
      mount(place, { url: place.dataset.tradewindCheckout, onResult });
    }
  };

  window.Tradewind = { mount };
  if (document.readyState === "loading") addEventListener("DOMContentLoaded", mountAll);
  else mountAll();
})();
