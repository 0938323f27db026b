import { readFileSync } from "node:fs";
import { createContext, runInContext } from "node:vm";
import { describe, expect, it, vi } from "vitest";

const source = readFileSync("public/embed.js", "utf8");
const url = "https://pay.example.com/checkout/abc";

/** A stub of the browser APIs that embed.js uses. */
function openPage(places: { dataset: Record<string, string> }[] = []) {
  const listeners = new Map<string, (event: unknown) => void>();
  const frames: { style: Record<string, string>; contentWindow: object; src?: string; isRemoved?: boolean }[] = [];
  const answers: unknown[] = [];
  const dispatched: unknown[] = [];
  const asElement = (place: object) =>
    Object.assign(place, {
      append: () => undefined,
      dispatchEvent: (event: { detail: unknown }) => dispatched.push(event.detail),
    });
  const globals = {
    URL,
    CustomEvent: class {
      detail: unknown;
      constructor(_type: string, { detail }: { detail: unknown }) {
        this.detail = detail;
      }
    },
    addEventListener: (type: string, hear: (event: unknown) => void) => listeners.set(type, hear),
    removeEventListener: (type: string) => listeners.delete(type),
    document: {
      readyState: "complete",
      querySelector: (selector: string) => (selector === "#pay" ? asElement({}) : null),
      querySelectorAll: () => places.map(asElement),
      createElement: () => {
        const contentWindow = { postMessage: (...answer: unknown[]) => answers.push(answer) };
        const frame = { style: {}, contentWindow, remove: () => Object.assign(frame, { isRemoved: true }) };
        frames.push(frame);
        return frame;
      },
    },
  };
  const window = createContext({ ...globals });
  runInContext(`globalThis.window = globalThis;\n${source}`, window);
  type Mount = (target: string, options: object) => { iframe: (typeof frames)[number]; unmount: () => void };
  const { mount } = window.Tradewind as { mount: Mount };
  const say = (data: unknown, from: { origin?: string; source?: object | undefined } = {}) =>
    listeners.get("message")?.({ origin: "https://pay.example.com", source: frames[0]?.contentWindow, data, ...from });
  return { mount, say, frames, answers, listeners, dispatched };
}

describe("embed.js", () => {
  it("is smaller than 2 KiB", () => {
    expect(Buffer.byteLength(source)).toBeLessThan(2048);
  });

  it("shows the hosted page, follows its height within limits, and passes on its result", () => {
    const { mount, say, answers } = openPage();
    const [onHeight, onResult] = [vi.fn(), vi.fn()];
    const { iframe } = mount("#pay", { url, onHeight, onResult });
    expect(iframe).toMatchObject({ src: url, title: "Card payment", allow: "payment", referrerPolicy: "no-referrer" });
    expect(iframe.style).toMatchObject({ width: "100%", border: "0" });
    say({ type: "tradewind:height", height: 812.4 });
    expect(iframe.style.height).toBe("813px");
    say({ type: "tradewind:height", height: 1e9 });
    expect(iframe.style.height).toBe("5000px");
    say({ type: "tradewind:result", status: "success", transaction_id: "SB-1", more: "x" });
    expect(onResult).toHaveBeenCalledExactlyOnceWith({ status: "success", transaction_id: "SB-1" });
    expect(onHeight).toHaveBeenCalledTimes(2);
    // The page in the frame waits for "tradewind:heard" only if its frame is named "tradewind-checkout".
    expect(iframe).toMatchObject({ name: "tradewind-checkout" });
    expect(answers).toEqual([[{ type: "tradewind:heard" }, "https://pay.example.com"]]);
  });

  it("accepts messages only from its own frame at the checkout's origin", () => {
    const { mount, say, answers } = openPage();
    const [onHeight, onResult] = [vi.fn(), vi.fn()];
    mount("#pay", { url, onHeight, onResult });
    for (const from of [{ origin: "https://evil.example" }, { source: {} }, { source: undefined }]) {
      say({ type: "tradewind:height", height: 500 }, from);
      say({ type: "tradewind:result", status: "success" }, from);
    }
    for (const data of [
      null,
      undefined,
      "text",
      7,
      {},
      { type: "tradewind:height", height: "tall" },
      { type: "other" },
    ])
      say(data);
    expect(onHeight).not.toHaveBeenCalled();
    expect(onResult).not.toHaveBeenCalled();
    expect(answers).toEqual([]);
  });

  it("frames only http and https URLs", () => {
    const { mount, frames } = openPage();
    for (const bad of ["javascript:alert(1)", "data:text/html,x", "/checkout/abc", ""]) {
      expect(() => mount("#pay", { url: bad })).toThrow();
    }
    expect(() => mount("#missing", { url })).toThrow();
    expect(frames).toEqual([]);
  });

  it("removes its frame and listener on unmount", () => {
    const { mount, listeners } = openPage();
    const { iframe, unmount } = mount("#pay", { url });
    unmount();
    expect(iframe.isRemoved).toBe(true);
    expect(listeners.has("message")).toBe(false);
  });

  it("mounts marked elements automatically, and dispatches the result to them", () => {
    const { say, frames, dispatched } = openPage([{ dataset: { tradewindCheckout: url } }]);
    expect(frames[0]?.src).toBe(url);
    say({ type: "tradewind:result", status: "failed", transaction_id: "SB-2" });
    expect(dispatched).toEqual([{ status: "failed", transaction_id: "SB-2" }]);
  });
});
