import type { ServerResponse } from "node:http";
import { type SentAnswer, writeJson } from "@/emulator/base/wire/answers";

const hugeBytes = 50 * 1024 * 1024;
const chunkBytes = 1024 * 1024;

const jsonType = "application/json; charset=utf-8";

const bodyOf = (answer: SentAnswer): string => {
  if (answer.kind === "empty") return "";
  return answer.kind === "json" ? writeJson(answer.body) : answer.page.text;
};

export function send(response: ServerResponse, answer: SentAnswer): void {
  const types = { json: jsonType, page: "text/html; charset=utf-8" };
  const type = answer.kind === "empty" ? {} : { "content-type": types[answer.kind] };
  const body = bodyOf(answer);
  response.writeHead(answer.status, {
    ...type,
    "content-length": Buffer.byteLength(body),
    "cache-control": "no-store",
  });
  response.end(body);
}

/** Sends half of the body as if it were complete. */
export function sendGarbage(response: ServerResponse, answer: SentAnswer): void {
  const body = bodyOf(answer);
  response.writeHead(200, { "content-type": jsonType });
  response.end(body.slice(0, Math.ceil(body.length / 2)));
}

/** Sends 50 MB of spaces before the body, so a client that reads everything finds a valid answer. */
export function sendHuge(response: ServerResponse, answer: SentAnswer): void {
  const chunk = Buffer.alloc(chunkBytes, " ");
  let left = hugeBytes;
  const more = () => {
    while (left > 0 && !response.destroyed) {
      left -= chunkBytes;
      if (!response.write(chunk)) {
        response.once("drain", more);
        return;
      }
    }
    response.end(bodyOf(answer));
  };
  response.writeHead(200, { "content-type": jsonType });
  more();
}
