/*!
 * Tradewind in an iframe: docs/embedding.md
 *   <div data-tradewind-checkout="URL"></div> or
 *   Tradewind.mount(elementOrSelector, { url, title?, onHeight?, onResult? }) → { iframe, unmount() }
 * The result is a hint for your page. Fulfil nothing before your server has verified the hash.
 */
(() => {
  if (window.Tradewind) return;

  const mount = (target, { url, title = "Card payment", onHeight, onResult }) => {
    const place = typeof target === "string" ? document.querySelector(target) : target;
    const { href, origin, protocol } = new URL(url);
    if (!place || !/^https?:$/.test(protocol)) throw new TypeError("Tradewind: no element or url");
    const iframe = document.createElement("iframe");
    // By this name the page in it knows that it is answered.
    Object.assign(iframe, {
      name: "tradewind-checkout",
      title,
      allow: "payment",
      referrerPolicy: "no-referrer",
      src: href,
    });
    Object.assign(iframe.style, { width: "100%", height: "40rem", minHeight: "20rem", border: "0" });

    const hear = ({ origin: from, source, data }) => {
      if (from !== origin || source !== iframe.contentWindow) return;
      if (data?.type === "tradewind:height" && data.height > 0) {
        const height = Math.min(Math.ceil(data.height), 5000);
        iframe.style.height = `${height}px`;
        onHeight?.(height);
      }
      if (data?.type === "tradewind:result") {
        source.postMessage({ type: "tradewind:heard" }, origin);
        onResult?.({ status: data.status, transaction_id: data.transaction_id });
      }
    };
    addEventListener("message", hear);
    place.append(iframe);

    return {
      iframe,
      unmount() {
        removeEventListener("message", hear);
        iframe.remove();
      },
    };
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
