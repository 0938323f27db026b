import type { ServerResponse } from "node:http";
import { type SentAnswer, writeJson } from "@/emulator/base/wire/answers";

const hugeBytes = 50 * 1024 * 1024;
const chunkBytes = 1024 * 1024;

const jsonType = "application/json; charset=utf-8";

/** The content type and the body of an answer. An empty answer has no type. */
function contentOf(answer: SentAnswer): { type: string | null; body: string } {
  switch (answer.kind) {
    case "empty":
      return { type: null, body: "" };
    case "json":
      return { type: jsonType, body: writeJson(answer.body) };
    case "page":
      return { type: "text/html; charset=utf-8", body: answer.page.text };
    case "text":
      return { type: answer.type, body: answer.text };
  }
}

export function send(response: ServerResponse, answer: SentAnswer): void {
  const { type, body } = contentOf(answer);
  response.writeHead(answer.status, {
    ...(type && { "content-type": type }),
    "content-length": Buffer.byteLength(body),
    "cache-control": "no-store",
  });
  response.end(body);
}

/** Sends half of the body as if it were complete. */
export function sendGarbage(response: ServerResponse, answer: SentAnswer): void {
  const { body } = contentOf(answer);
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
    response.end(contentOf(answer).body);
  };
  response.writeHead(200, { "content-type": jsonType });
  more();
}
