import { type ApiOperation, shapesOf } from "../api-document";

/** The messages of refusals that have the same text everywhere. */
const usualMessages: Readonly<Record<string, string>> = {
  401: "Unauthorized",
  404: "Not Found",
  413: "The request body may not be greater than 64 KB.",
  415: "The content type must be application/json or application/x-www-form-urlencoded.",
  422: "This idempotency key was used with another request. Give a changed request a new key.",
  429: "Too Many Attempts.",
  500: "Internal Server Error",
  503: "Service Unavailable",
};

type Refusal = { status: string; description: string; isPayment: boolean };

/** The body of a refusal, such as the API sends it. */
export function refusalExample(operation: ApiOperation, { status, description, isPayment }: Refusal): object {
  const field = status === "400" ? requiredField(operation) : undefined;
  const message = field === undefined ? messageOf(operation, status, description) : missing(field);
  const body = { message, ...(field !== undefined && { errors: { [field]: [message] } }) };
  if (!isPayment) return body;
  // The payment request also returns the address to which the customer can go back.
  const query = new URLSearchParams({ status: "error", reasonDescription: message });
  return { url: `https://shop.example/return?${query}`, transaction_id: "", ...body };
}

const missing = (field: string): string => `The ${field.replaceAll("_", " ")} field is required.`;

/** The first sentence of the description, if the status has no usual message. */
function messageOf({ "x-scopes": scopes }: ApiOperation, status: string, description: string): string {
  if (status === "403" && scopes) return "Invalid scope(s) provided.";
  return usualMessages[status] ?? description.replace(/(?<=\.) .*/, "");
}

/** A field whose absence is an error. */
function requiredField({ requestBody, parameters }: ApiOperation): string | undefined {
  const [media] = Object.values(requestBody?.content ?? {});
  const [body] = media ? shapesOf(media.schema) : [];
  const query = parameters.find(({ in: place, required }) => place === "query" && required);
  return body?.required?.[0] ?? query?.name;
}
