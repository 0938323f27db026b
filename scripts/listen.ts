import { reportFailure } from "@/launch/command";
import { parseOptions, readAddress, readOrigin } from "@/launch/options";
import { LaunchError } from "@/launch/processes";
import { now, second } from "@/lib/kit/clock";
import { apiVersion } from "@/lib/reference/api-version";
import { eventNames } from "@/lib/reference/events";
import { sandbox } from "@/lib/reference/sandbox";
import { type Ask, type ListedEvent, openFeed } from "@/lib/webhooks/event-feed";
import { newSecret, signedHeaders } from "@/lib/webhooks/signature";

const usage = `npm run listen -- --to http://localhost:4000/hook [--api URL] [--key KEY] [--events a,b] [--secret whsec_…]

Prints every event of a merchant as it happens, and forwards it to a URL of yours, signed like a webhook.

  --to      the URL to forward to
  --api     the URL of Tradewind (default: http://localhost:3000)
  --key     an API key with the scope svc-user-retrieve and the scopes that read the events' records, such as
            svc-transactions-retrieve (default: the public key of the sandbox)
  --events  only these events, separated by commas
  --secret  the signing secret (default: a new one, which is printed)`;

const pollEveryMs = 1500;
const retryAfterMs = 5 * second;
const answerWithinMs = 15 * second;
const secretPattern = /^whsec_[\w+/]{20,}={0,2}$/;

const options = {
  to: { type: "string" },
  api: { type: "string", default: "http://localhost:3000" },
  key: { type: "string", default: sandbox.apiKey },
  events: { type: "string" },
  secret: { type: "string" },
} as const;

type Request = ReturnType<typeof readRequest>;

function readRequest(args: string[]) {
  const { to, api, key, events = "", secret = newSecret() } = parseOptions(args, options, usage);
  if (!to) throw new LaunchError(`--to is missing.\n\n${usage}`);
  const names = events.split(",").flatMap((name) => name.trim() || []);
  const unknown = names.find((name) => !eventNames.some((known) => known === name));
  if (unknown) throw new LaunchError(`Unknown event «${unknown}». The events are: ${eventNames.join(", ")}.`);
  if (!secretPattern.test(secret)) throw new LaunchError("--secret must begin with whsec_, followed by base64.");
  return { to: readAddress("to", to).href, origin: readOrigin(api), key, names, secret };
}

/** Requests events from the API. A permanent refusal ends the command. After other errors, the request is retried. */
const askerOf =
  ({ origin, key }: Request): Ask =>
  async (query) => {
    const response = await fetch(`${origin}/api/user/events?${new URLSearchParams(query)}`, {
      headers: { accept: "application/json", "x-svc-key": key },
      redirect: "manual",
      signal: AbortSignal.timeout(answerWithinMs),
    }).catch(() => {
      throw new Error(`Nothing answers at ${origin}. Start Tradewind with «npm start», or set its URL with --api.`);
    });
    const page = await response.json().catch(() => null);
    if (response.status === 401)
      throw new LaunchError(`The API at ${origin} refuses this key: it is unknown or revoked.`);
    if (response.status === 403) throw new LaunchError(`The key may not read events: ${page?.message}`);
    if (response.status === 429 || response.status >= 500) throw new Error(`The API is busy (${response.status}).`);
    if (!response.ok || !page?.meta)
      throw new LaunchError(`The server at ${origin} is not Tradewind (${response.status}).`);
    return { page, at: new Date(response.headers.get("date") ?? now()) };
  };

/** Sends an event to the receiver. Returns the receiver's HTTP status, or the reason why there is none. */
async function forward(event: ListedEvent, { to, secret }: Request): Promise<string> {
  const body = JSON.stringify(event);
  const headers = {
    "content-type": "application/json",
    "user-agent": `Tradewind/${apiVersion}`,
    ...signedHeaders({ id: event.id, at: now(), body }, [secret]),
  };
  const signal = AbortSignal.timeout(answerWithinMs);
  try {
    const response = await fetch(to, { method: "POST", headers, body, redirect: "manual", signal });
    await response.body?.cancel();
    return String(response.status);
  } catch {
    return signal.aborted ? "no answer within 15 seconds" : `nothing answers at ${to}`;
  }
}

function subjectOf({ data }: ListedEvent): string {
  return String(data.transaction_id ?? data.uuid ?? data.webhook_id ?? "");
}

const pause = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));

async function listen(request: Request): Promise<never> {
  const { to, origin, names, secret } = request;
  const feed = await openFeed(askerOf(request)).catch((error) => {
    throw new LaunchError(error.message);
  });
  console.log(`Listening at ${origin}, forwarding to ${to}.`);
  console.log(`Signed with ${secret}`);
  for (let lastError = ""; ; ) {
    const events = await feed.next().catch((error) => {
      if (error instanceof LaunchError) throw error;
      if (error.message !== lastError) console.error(error.message);
      lastError = error.message;
    });
    if (events) lastError = "";
    for (const event of events ?? []) {
      if (names.length > 0 && !names.includes(event.event)) continue;
      const answer = await forward(event, request);
      console.log(`${event.occurred_at.slice(11, 19)}  ${event.event}  ${subjectOf(event)}  → ${answer}`);
    }
    await pause(events ? pollEveryMs : retryAfterMs);
  }
}

try {
  await listen(readRequest(process.argv.slice(2)));
} catch (error) {
  reportFailure(error);
}
