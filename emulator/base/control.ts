import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import { isLoopbackHost } from "@/lib/kit/addresses";
import { parseUrl } from "@/lib/kit/urls";
import type { Connections } from "./delivery/connections";
import type { Emulation } from "./emulation";
import { controlPage } from "./pages/control-page";
import { addFault, ControlError, changeDials, presentState, runCommand } from "./state";
import type { DownMode, Kinds, World } from "./world";

type ControlCall<K extends Kinds> = {
  emulation: Emulation<K>;
  world: World<K>;
  connections: Connections;
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  response: ServerResponse;
};

export const isControlPath = (path: string): boolean => /^\/emulator(\/|$)/.test(path);

type Fields = Record<string, unknown>;
type Command<K extends Kinds> = (call: ControlCall<K>, fields: Fields) => void;

const downModes: readonly unknown[] = ["refuse", "hang", "http_503", null] satisfies (DownMode | null)[];

/** Commands by method and path. Each answers with the state. */
const commandsOf = <K extends Kinds>({ commands = {} }: Emulation<K>): Record<string, Command<K>> => ({
  ...Object.fromEntries(
    Object.keys(commands).map((name): [string, Command<K>] => [
      `POST /emulator/${name}`,
      ({ emulation, world }, fields) => runCommand(emulation, world, name, fields),
    ]),
  ),
  "GET /emulator/state": () => {},
  "PATCH /emulator/dials": ({ emulation, world }, fields) =>
    changeDials(emulation.dials, world, fields as Partial<K["dials"]>),
  "POST /emulator/faults": ({ emulation, world }, fields) => addFault(emulation.faults, world, fields as K["fault"]),
  "DELETE /emulator/faults": ({ world }) => world.faults.clear(),
  "PUT /emulator/down": setDown,
  // The switch on the page, because a form cannot PUT.
  "POST /emulator/down": setDown,
  "POST /emulator/clock": ({ world }, { advanceMs }) => {
    if (typeof advanceMs !== "number" || !Number.isInteger(advanceMs))
      throw new ControlError("advanceMs must be a whole number.");
    world.clockOffsetMs += advanceMs;
  },
  "POST /emulator/settle": ({ emulation, world }) => emulation.settle(world),
  "POST /emulator/reset": ({ world, connections }) => {
    world.reset();
    connections.release();
  },
});

function setDown<K extends Kinds>({ world }: ControlCall<K>, { mode = null }: Fields): void {
  if (!downModes.includes(mode)) throw new ControlError("mode must be refuse, hang, http_503 or null.");
  world.down = mode as DownMode | null;
}

/** Answers a request of the control API: the page, the state, or 400 or 403 with the reason. Forms lead to the page. */
export function control<K extends Kinds>(call: ControlCall<K>): void {
  const { emulation, world, method, response } = call;
  if (!isFromThisMachine(call.headers)) {
    sendJson(response, 403, { error: "The control API answers only at its own address, and no other site." });
    return;
  }
  const path = call.path.replace(/\/$/, "");
  if (method === "GET" && path === "/emulator") {
    response.writeHead(200, { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" });
    response.end(controlPage(emulation, presentState(emulation, world)).text);
    return;
  }
  const command = commandsOf(emulation)[`${method} ${path}`];
  if (!command) {
    sendJson(response, 404, { error: `There is no ${method} ${path}.` });
    return;
  }
  try {
    const isForm = call.headers["content-type"]?.startsWith("application/x-www-form-urlencoded");
    command(call, isForm ? Object.fromEntries(new URLSearchParams(call.body)) : parseFields(call.body));
    if (isForm) response.writeHead(303, { location: "/emulator", "content-length": 0 }).end();
    else sendJson(response, 200, presentState(emulation, world));
  } catch (error) {
    if (!(error instanceof ControlError)) throw error;
    sendJson(response, 400, { error: error.message });
  }
}

/**
 * False for a page of another site in the developer's browser: it sends its origin, or, if its name leads to this
 * machine (DNS rebinding), that name as the host.
 */
function isFromThisMachine({ host = "", origin }: IncomingHttpHeaders): boolean {
  const own = parseUrl(`http://${host}`);
  return own?.host === host && isLoopbackHost(own.hostname) && (origin === undefined || origin === own.origin);
}

function parseFields(body: string): Fields {
  if (body === "") return {};
  try {
    const value: unknown = JSON.parse(body);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Fields;
  } catch {}
  throw new ControlError("The body must be a JSON object.");
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json; charset=utf-8", "cache-control": "no-store" });
  response.end(JSON.stringify(body, null, 2));
}
