import { spawn } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { findFreePort } from "@/launch/processes";
import { rawEnv } from "@/lib/kit/env";
import { programOf, type ShopLanguage } from "./shop-folder";

/**
 * A shop in each language that consists of the guide's samples and a small web server. It places orders with a signed
 * form, believes verified results and webhooks only, and says at /orders/{id} how often an order was paid.
 */
const servers: Record<ShopLanguage, string> = {
  JavaScript: `
import { createServer } from "node:http";
const orders = new Map();
function pay(order) {
  if (!order.is_paid) Object.assign(order, { is_paid: true, times_paid: order.times_paid + 1 });
}
function start() {
  const order = { id: \`order-\${orders.size + 1}\`, total: "70.00", currency: "TTD", transaction_id: null,
    is_paid: false, times_paid: 0 };
  orders.set(order.id, order);
  const fields = tradewind.buildPaymentRequest({ order_id: order.id, total: order.total, currency: order.currency });
  const inputs = Object.entries(fields).map(
    ([name, value]) => \`<input type="hidden" name="\${name}" value="\${value}">\`,
  );
  return [200, \`<form method="post" action="/plugins/payments/request">\${inputs.join("")}</form>\`];
}
function showReturn({ search, searchParams }) {
  const order = orders.get(searchParams.get("order_id"));
  if (!order) return [404, "There is no such order."];
  if (isNewlyPaid(search, order)) pay(order);
  return [200, order.is_paid ? "Your order is paid." : "Your order is not paid."];
}
async function hear(request) {
  const { event, data } = readEvent(Buffer.concat(await request.toArray()), request.headers);
  const order = orders.get(data.order_id);
  const isSame = order?.total === data.original_total && order?.currency === data.currency;
  if (event === "payment.success" && isSame) pay(order);
  return [200, ""];
}
async function answer(request) {
  const url = new URL(request.url, "http://shop");
  if (url.pathname === "/start") return start();
  if (url.pathname === "/return") return showReturn(url);
  if (url.pathname === "/hook") return hear(request);
  const { is_paid: paid, times_paid } = orders.get(url.pathname.slice("/orders/".length)) ?? {};
  return paid === undefined ? [404, ""] : [200, JSON.stringify({ paid, times_paid }), "application/json"];
}
createServer(async (request, response) => {
  const [status, body, type = "text/html"] = await answer(request).catch(({ message }) => [400, message]);
  response.writeHead(status, { "content-type": type }).end(body);
}).listen(process.env.PORT, "127.0.0.1", () => console.log("started"));
`,
  PHP: `
$file = fopen(__DIR__ . '/orders.json', 'c+');
flock($file, LOCK_EX);
$orders = json_decode(stream_get_contents($file), true) ?? [];
function pay(array &$order): void
{
    if (!$order['is_paid']) {
        $order = ['is_paid' => true, 'times_paid' => $order['times_paid'] + 1] + $order;
    }
}
function start(array &$orders): array
{
    $order = ['id' => 'order-' . (count($orders) + 1), 'total' => '70.00', 'currency' => 'TTD', 'transaction_id' => null,
        'is_paid' => false, 'times_paid' => 0];
    $orders[$order['id']] = $order;
    $fields = $GLOBALS['tradewind']->buildPaymentRequest(
        ['order_id' => $order['id'], 'total' => $order['total'], 'currency' => $order['currency']],
    );
    $inputs = '';
    foreach ($fields as $name => $value) {
        $inputs .= "<input type=\\"hidden\\" name=\\"$name\\" value=\\"$value\\">";
    }
    return [200, "<form method=\\"post\\" action=\\"/plugins/payments/request\\">$inputs</form>"];
}
function show_return(array &$orders): array
{
    $id = $_GET['order_id'] ?? '';
    if (!isset($orders[$id])) {
        return [404, 'There is no such order.'];
    }
    if (is_newly_paid($_SERVER['QUERY_STRING'], $orders[$id])) {
        pay($orders[$id]);
    }
    return [200, $orders[$id]['is_paid'] ? 'Your order is paid.' : 'Your order is not paid.'];
}
function hear(array &$orders): array
{
    ['event' => $event, 'data' => $data] = read_event(file_get_contents('php://input'), getallheaders());
    $order = $orders[$data['order_id'] ?? ''] ?? null;
    $isSame = $order && $order['total'] === $data['original_total'] && $order['currency'] === $data['currency'];
    if ($event === 'payment.success' && $isSame) {
        pay($orders[$order['id']]);
    }
    return [200, ''];
}
function answer(array &$orders): array
{
    $path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
    $order = $orders[substr($path, strlen('/orders/'))] ?? null;
    return match (true) {
        $path === '/start' => start($orders),
        $path === '/return' => show_return($orders),
        $path === '/hook' => hear($orders),
        $order === null => [404, ''],
        default => [
            200,
            json_encode(['paid' => $order['is_paid'], 'times_paid' => $order['times_paid']]),
            'application/json',
        ],
    };
}
try {
    [$status, $body, $type] = answer($orders) + [2 => 'text/html'];
} catch (\\Tradewind\\TradewindException $error) {
    [$status, $body, $type] = [400, $error->getMessage(), 'text/html'];
}
rewind($file);
ftruncate($file, 0);
fwrite($file, json_encode($orders));
fclose($file);
http_response_code($status);
header("Content-Type: $type");
echo $body;
`,
  Python: `
import json
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock
from urllib.parse import parse_qs, urlsplit
from tradewind import TradewindError
orders, lock = {}, Lock()

def pay(order):
    if not order["is_paid"]:
        order.update(is_paid=True, times_paid=order["times_paid"] + 1)

def start():
    order = {"id": f"order-{len(orders) + 1}", "total": "70.00", "currency": "TTD", "transaction_id": None,
             "is_paid": False, "times_paid": 0}
    orders[order["id"]] = order
    fields = tradewind.build_payment_request(
        {"order_id": order["id"], "total": order["total"], "currency": order["currency"]})
    inputs = "".join(f'<input type="hidden" name="{name}" value="{value}">' for name, value in fields.items())
    return 200, f'<form method="post" action="/plugins/payments/request">{inputs}</form>', "text/html"

def show_return(query):
    order = orders.get(parse_qs(query).get("order_id", [""])[0])
    if order is None:
        return 404, "There is no such order.", "text/html"
    if is_newly_paid(query, order):
        pay(order)
    return 200, "Your order is paid." if order["is_paid"] else "Your order is not paid.", "text/html"

def hear(body, headers):
    event = read_event(body, headers)
    data = event["data"]
    order = orders.get(data.get("order_id"))
    is_same = order and (order["total"], order["currency"]) == (data["original_total"], data["currency"])
    if event["event"] == "payment.success" and is_same:
        pay(order)
    return 200, "", "text/html"

class Shop(BaseHTTPRequestHandler):
    def answer(self):
        url = urlsplit(self.path)
        if url.path == "/start":
            return start()
        if url.path == "/return":
            return show_return(url.query)
        if url.path == "/hook":
            return hear(self.rfile.read(int(self.headers["Content-Length"])), self.headers)
        order = orders.get(url.path[len("/orders/"):])
        if order is None:
            return 404, "", "text/html"
        return 200, json.dumps({"paid": order["is_paid"], "times_paid": order["times_paid"]}), "application/json"

    def do_GET(self):
        with lock:
            try:
                status, body, content_type = self.answer()
            except TradewindError as error:
                status, body, content_type = 400, str(error), "text/html"
        self.send_response(status)
        self.send_header("Content-Type", content_type)
        self.end_headers()
        self.wfile.write(body.encode())

    do_POST = do_GET

    def log_message(self, *_args):
        pass

server = ThreadingHTTPServer(("127.0.0.1", int(os.environ["PORT"])), Shop)
print("started", flush=True)
server.serve_forever()
`,
};

const commands: Record<ShopLanguage, (port: number) => [program: string, file: string, args: string[]]> = {
  JavaScript: () => [process.execPath, "shop.mjs", ["shop.mjs"]],
  PHP: (port) => ["php", "shop.php", ["-S", `127.0.0.1:${port}`, "shop.php"]],
  Python: () => ["python3", "shop.py", ["-B", "shop.py"]],
};

/**
 * Starts the shop in a folder, with the libraries of the sources.
 * @param built The folder of the compiled TypeScript library and its package.json.
 */
export async function startKitShop(
  language: ShopLanguage,
  folder: string,
  built: string,
  secrets: Readonly<Record<string, string>>,
) {
  const port = await findFreePort();
  const [program, file, args] = commands[language](port);
  const libraries: Record<ShopLanguage, [place: string, source: string]> = {
    JavaScript: ["node_modules/@Tradewind/sdk", built],
    PHP: ["tradewind", "sdk/php"],
    Python: ["tradewind", "sdk/python/tradewind"],
  };
  const [place, source] = libraries[language];
  mkdirSync(resolve(folder, place, ".."), { recursive: true });
  symlinkSync(resolve(source), join(folder, place));
  writeFileSync(join(folder, file), `${programOf(language).code}${servers[language]}`);
  const own: Record<string, string> = { ...secrets, PORT: String(port) };
  const child = spawn(program, args, { cwd: folder, env: { ...rawEnv(), ...own } as NodeJS.ProcessEnv });
  let output = "";
  await new Promise<void>((started, failed) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (text) => {
        output += text;
        if (output.includes("started")) started();
      });
    }
    child.on("exit", () => failed(new Error(`The shop in ${language} ended: ${output}`)));
  });
  return { origin: `http://127.0.0.1:${port}`, stop: () => child.kill() };
}
