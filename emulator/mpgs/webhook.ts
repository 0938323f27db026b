import { writeJson } from "@/emulator/base/wire/answers";
import { isLoopbackHost } from "@/lib/kit/addresses";
import { parseUrl } from "@/lib/kit/urls";
import type { Order, Transaction } from "./orders";
import { findProfile } from "./profiles";
import { transactionBody } from "./wire/bodies";
import type { World } from "./world";

/** Posts a transaction to the merchant's notification address, if that is on this machine. */
export function notify(world: World, order: Order, transaction: Transaction): void {
  const url = parseUrl(order.notificationUrl ?? "");
  if (url?.protocol !== "http:" || !isLoopbackHost(url.hostname)) return;
  const { webhook } = world.dials;
  const secret = findProfile(order.terminal)?.notificationSecret ?? "";
  const body = writeJson(transactionBody(order, transaction));
  const headers = {
    "content-type": "application/json; charset=utf-8",
    "X-Notification-Secret": webhook === "wrong_secret" ? "wrong" : secret,
  };
  // The gateway does not depend on the merchant's answer.
  const post = (): Promise<unknown> => fetch(url, { method: "POST", headers, body }).catch(() => null);
  const earlier = world.own.heldWebhook;
  world.own.heldWebhook = webhook === "disordered" && !earlier ? post : null;
  if (world.own.heldWebhook) return;
  void post().then(() => (webhook === "repeated" ? post() : earlier?.()));
}
