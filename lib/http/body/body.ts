import type { EndpointSpec } from "@/lib/http/message/endpoint";
import type { IncomingRequest, RequestHeaders } from "@/lib/http/message/incoming";
import { AppError } from "@/lib/kit/errors";
import {
  parseUrlEncoded,
  type RepeatableFields,
  readMultipart,
  readUrlEncoded,
  toFormFields,
  toRepeatableFields,
  withoutFiles,
} from "./form";
import { type Fields, malformed, parseJsonObject } from "./json";

const bodyBytesMax = 64 * 1024;
const uploadBytesMax = 6 * 1024 * 1024;

/** Bytes that are still read from a refused body, because clients read the answer only after sending the body. */
const drainBytesMax = 16 * 1024 * 1024;

const multipart = "multipart/form-data";
const uploadPartsMax = 16;
const formPartsMax = 64;

/** The fields of a contract that determine which bodies the endpoint accepts. */
type BodyContract = Partial<Pick<EndpointSpec, "takesFiles" | "takesMultipart" | "jsonText" | "mediaType">>;

export type Bytes = Uint8Array<ArrayBuffer>;

/** Reads the body up to its size limit. Counts the received bytes, because Content-Length may be wrong. */
export async function readBytes(request: IncomingRequest, contract?: BodyContract): Promise<Bytes> {
  const isUpload = contract?.takesFiles && mediaTypeOf(request.headers) === multipart;
  const max = isUpload ? uploadBytesMax : bodyBytesMax;
  const chunks: Uint8Array[] = [];
  let length = 0;
  const take = (chunk: Uint8Array) => {
    length += chunk.byteLength;
    if (length <= max) chunks.push(chunk);
    return length <= drainBytesMax;
  };
  await request.readBody(take).catch(() => {
    throw malformed("The request body ended early.");
  });
  if (length > max) {
    throw new AppError("too_large", `The request body may not be greater than ${max / 1024} KB.`, {
      headers: { connection: "close" },
    });
  }
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}

/** Parses a URL-encoded form that a browser posts to a page, outside the API. */
export async function parseFormBody(request: IncomingRequest): Promise<Record<string, string>> {
  if (mediaTypeOf(request.headers) !== "application/x-www-form-urlencoded") {
    throw unsupported("The content type must be application/x-www-form-urlencoded.");
  }
  const fields = parseUrlEncoded(decode(await readBytes(request)));
  return Object.fromEntries(
    Object.entries(fields).filter((field): field is [string, string] => typeof field[1] === "string"),
  );
}

export async function parseBody(bytes: Bytes, headers: RequestHeaders, contract: BodyContract): Promise<Fields> {
  const content = await readContent(bytes, headers, contract);
  return "json" in content ? parseJsonObject(content.json, contract.jsonText) : toFormFields(content.pairs);
}

/** Like `parseBody`, but a form may repeat a field with the same value. JSON may not repeat keys. */
export async function parseRepeatableBody(
  bytes: Bytes,
  headers: RequestHeaders,
  contract: BodyContract,
): Promise<RepeatableFields> {
  const content = await readContent(bytes, headers, contract);
  return "json" in content
    ? { fields: parseJsonObject(content.json, contract.jsonText), conflicts: [] }
    : toRepeatableFields(content.pairs);
}

type Content =
  | { json: string }
  | { pairs: ReturnType<typeof readUrlEncoded> | Awaited<ReturnType<typeof readMultipart>> };

async function readContent(bytes: Bytes, headers: RequestHeaders, contract: BodyContract): Promise<Content> {
  if (bytes.byteLength === 0) return { pairs: readUrlEncoded("") };
  const contentType = headers.get("content-type") ?? "";
  const type = mediaTypeOf(headers);
  const encoding = headers.get("content-encoding") ?? "identity";
  if (encoding.toLowerCase() !== "identity") throw unsupported("The request body must not be compressed.");
  if (!isUtf8(contentType)) throw unsupported("The charset must be UTF-8.");
  if (type === (contract.mediaType ?? "application/json")) return { json: decode(bytes) };
  if (contract.mediaType) throw unsupported(`The content type must be ${contract.mediaType}.`);
  if (type === "application/x-www-form-urlencoded") return { pairs: readUrlEncoded(decode(bytes)) };
  if (type === multipart && contract.takesFiles)
    return { pairs: await readMultipart(bytes, contentType, uploadPartsMax) };
  if (type === multipart && contract.takesMultipart)
    return { pairs: withoutFiles(await readMultipart(bytes, contentType, formPartsMax)) };
  throw unsupported(`The content type must be ${accepted(contract)}.`);
}

export const mediaTypeOf = (headers: RequestHeaders) =>
  headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();

const unsupported = (message: string) => new AppError("unsupported_media", message);

const accepted = (contract: BodyContract) =>
  `application/json or application/x-www-form-urlencoded${contract.takesFiles || contract.takesMultipart ? ` or ${multipart}` : ""}`;

function isUtf8(contentType: string): boolean {
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(contentType)?.[1];
  return !charset || /^utf-?8$/i.test(charset);
}

function decode(bytes: Bytes): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw malformed("The request body is not valid UTF-8.");
  }
}
