import type { Installed } from "./installed";
import type { ShopLanguage } from "./shop-folder";

/** A program for each language, with functions that return the outcome of a call as data. */
const programs: Record<ShopLanguage, string> = {
  JavaScript: `
    export async function refund(origin, id) {
      const client = new sdk.Tradewind({
        origin, accountNumber: "1", environment: "sandbox", apiKey: "key", retryWaitSeconds: 0, retries: undefined,
      });
      try {
        return await client.refundTransaction(id, { amount: "5", idempotencyKey: "refund-1" });
      } catch (error) {
        if (error instanceof sdk.NoAnswerError) return { key: error.idempotencyKey };
        if (!(error instanceof sdk.ApiError)) throw error;
        return { status: error.status, message: error.message, wait: error.retryAfterSeconds, id: error.requestId };
      }
    }
    export async function refuse({ idempotencyKey = "refund-1", amount, reason, fields, query, order, ...options }) {
      try {
        const client = new sdk.Tradewind({ accountNumber: "1", environment: "sandbox", ...options });
        if (query !== undefined) client.verifyRedirect(query, order ?? null);
        if (fields) await client.sendPaymentRequest(fields, idempotencyKey);
        return await client.refundTransaction("refused", { amount, reason, idempotencyKey });
      } catch (error) {
        if (error instanceof sdk.InputError) return error.field;
        throw error;
      }
    }
    export const refuseBrokenText = (origin) => refuse({ origin, reason: "\\ud800" });
    export async function hint(origin, id) {
      const options = { origin, accountNumber: "1", environment: "live", apiKey: "svc_live_1" };
      return new sdk.Tradewind(options).retrieveTransaction(id);
    }
    export async function useCards(origin) {
      const client = new sdk.Tradewind({ origin, accountNumber: "1", environment: "sandbox", apiKey: "key" });
      const failures = [];
      for (const call of [() => client.verifyCard("broken", "1.37"), () => client.deleteCard("broken")]) {
        await call().catch((error) => failures.push(error.status));
      }
      await client.updatePaymentLink("recovers", { open: "0", amount: "5" });
      const { data } = await client.listCards({ page: 2, page_size: 5 });
      return [...failures, data];
    }
    export function retrieve(origin, id, more) {
      const options = { origin, accountNumber: "1", environment: "sandbox", accessToken: "token", ...more };
      return new sdk.Tradewind(options).retrieveTransaction(id);
    }`,
  PHP: `
    function refund($origin, $id) {
      $client = new Tradewind\\Tradewind($origin, '1', 'sandbox', apiKey: 'key', retryWaitSeconds: 0);
      try {
        return $client->refundTransaction($id, idempotencyKey: 'refund-1', amount: '5');
      } catch (Tradewind\\NoAnswerException $error) {
        return ['key' => $error->idempotencyKey];
      } catch (Tradewind\\ApiException $error) {
        return ['status' => $error->status, 'message' => $error->getMessage(),
          'wait' => $error->retryAfterSeconds, 'id' => $error->requestId];
      }
    }
    function refuse($given) {
      $own = array_flip(['idempotencyKey', 'amount', 'reason']);
      $options = array_diff_key($given, $own, ['fields' => 0, 'query' => 0]);
      $given += ['idempotencyKey' => 'refund-1'];
      try {
        $client = new Tradewind\\Tradewind(...($options + ['accountNumber' => '1', 'environment' => 'sandbox']));
        if (isset($given['query'])) {
          $client->verifyRedirect($given['query'], null);
        }
        if (isset($given['fields'])) {
          $client->sendPaymentRequest($given['fields'], $given['idempotencyKey']);
        }
        return $client->refundTransaction('refused', ...array_intersect_key($given, $own));
      } catch (Tradewind\\InputException $error) {
        return $error->field;
      }
    }
    function refuse_broken_text($origin) {
      return refuse(['origin' => $origin, 'reason' => "\\xff"]);
    }
    function hint($origin, $id) {
      $client = new Tradewind\\Tradewind($origin, '1', 'live', apiKey: 'svc_live_1');
      return $client->retrieveTransaction($id);
    }
    function use_cards($origin) {
      $client = new Tradewind\\Tradewind($origin, '1', 'sandbox', apiKey: 'key');
      $failures = [];
      foreach ([fn () => $client->verifyCard('broken', '1.37'), fn () => $client->deleteCard('broken')] as $call) {
        try {
          $call();
        } catch (Tradewind\\ApiException $error) {
          $failures[] = $error->status;
        }
      }
      $client->updatePaymentLink('recovers', ['open' => '0', 'amount' => '5']);
      return [...$failures, $client->listCards(page: 2, pageSize: 5)['data']];
    }
    function retrieve($origin, $id, $more) {
      $client = new Tradewind\\Tradewind($origin, '1', 'sandbox', $more['apiKey'] ?? null, 'token');
      return $client->retrieveTransaction($id);
    }`,
  Python: `
import tradewind
def refund(origin, id):
    client = tradewind.Tradewind(
        origin=origin, account_number="1", environment="sandbox", api_key="key", retry_wait_seconds=0)
    try:
        return client.refund_transaction(id, idempotency_key="refund-1", amount="5")
    except tradewind.NoAnswerError as error:
        return {"key": error.idempotency_key}
    except tradewind.ApiError as error:
        return {"status": error.status, "message": str(error), "wait": error.retry_after_seconds, "id": error.request_id}
def snake(name):
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name)
def camel(name):
    first, *others = name.split("_")
    return first + "".join(other.capitalize() for other in others)
def refuse(given):
    options = {snake(name): value for name, value in given.items()}
    refund = {name: options.pop(name) for name in ("idempotency_key", "amount", "reason") if name in options}
    refund.setdefault("idempotency_key", "refund-1")
    fields, query = options.pop("fields", None), options.pop("query", None)
    order = options.pop("order", None)
    if order:
        order = tradewind.Order(order["id"], order["total"], order["currency"], None, order.get("isPaid"))
    try:
        client = tradewind.Tradewind(**{"account_number": "1", "environment": "sandbox", **options})
        if query is not None:
            client.verify_redirect(query, order)
        if fields:
            client.send_payment_request(fields, refund["idempotency_key"])
        return client.refund_transaction("refused", **refund)
    except tradewind.InputError as error:
        return camel(error.field)
def refuse_broken_text(origin):
    return refuse({"origin": origin, "reason": "\\ud800"})
def hint(origin, id):
    client = tradewind.Tradewind(origin=origin, account_number="1", environment="live", api_key="svc_live_1")
    return client.retrieve_transaction(id)
def use_cards(origin):
    client = tradewind.Tradewind(origin=origin, account_number="1", environment="sandbox", api_key="key")
    failures = []
    for call in (lambda: client.verify_card("broken", "1.37"), lambda: client.delete_card("broken")):
        try:
            call()
        except tradewind.ApiError as error:
            failures.append(error.status)
    client.update_payment_link("recovers", {"open": "0", "amount": "5"})
    return [*failures, client.list_cards(page=2, page_size=5)["data"]]
def retrieve(origin, id, more):
    client = tradewind.Tradewind(origin=origin, account_number="1", environment="sandbox", access_token="token",
        api_key=more.get("apiKey"))
    return client.retrieve_transaction(id)
`,
};

const head: Record<ShopLanguage, string> = { JavaScript: "", PHP: "<?php\n", Python: "" };

export const clientProgram = ({ language, setUp }: Installed): string =>
  `${head[language]}${setUp}\n${programs[language]}`;
