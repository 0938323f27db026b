"use client";

/** The server's answer to a submitted form: success, or errors. */
export type Sent =
  | { isDone: true; data: Readonly<Record<string, unknown>>; fields: FormData; next: string | undefined }
  | Refused;

export type Refused = {
  isDone: false;
  message: string;
  errors: Readonly<Record<string, string>>;
  title?: string;
  /** The id of the request, if the server failed. */
  reference?: string | undefined;
};

const connectionLost = "We could not be reached. Check your connection and try again.";

/** Sends a form as JSON, or as multipart if a file was chosen. */
export async function sendForm(form: HTMLFormElement): Promise<Sent> {
  const fields = new FormData(form);
  const hasFiles = [...form.querySelectorAll<HTMLInputElement>("input[type=file]")].some(({ files }) => files?.length);
  const response = await fetch(form.action, {
    method: "POST",
    headers: { accept: "application/json", ...(!hasFiles && { "content-type": "application/json" }) },
    body: hasFiles ? joined(fields) : JSON.stringify(fieldsOf(form, fields)),
  }).catch(() => null);
  if (!response) return refusal(connectionLost);
  const body = await response.json().catch(() => ({}));
  if (response.ok) return { isDone: true, data: body.data ?? body, fields, next: body.next };
  // The answer may come from a proxy, so its text is not shown.
  if (response.status >= 500) return { ...serverTrouble, reference: response.headers.get("x-request-id") ?? undefined };
  return { isDone: false, message: body.message ?? connectionLost, errors: firstOf(body.errors) };
}

const refusal = (message: string): Sent => ({ isDone: false, message, errors: {} });

const serverTrouble = {
  isDone: false,
  title: "That did not work",
  message: "Nothing was saved. Try again in a minute.",
  errors: {},
} as const;

/** Multipart has each field once. Checkboxes that share a name become words. */
function joined(fields: FormData): FormData {
  for (const name of new Set(fields.keys())) {
    const words = fields.getAll(name).filter((value) => typeof value === "string");
    if (words.length > 1) fields.set(name, words.join(" "));
  }
  return fields;
}

/** Converts a form to JSON. A single checkbox becomes 1 or 0. Checkboxes that share a name become a list. */
function fieldsOf(form: HTMLFormElement, fields: FormData): Record<string, unknown> {
  const given: Record<string, unknown> = {};
  for (const name of new Set(fields.keys())) {
    const chosen = fields.getAll(name).filter((value) => typeof value === "string");
    given[name] = chosen.length > 1 ? chosen : chosen[0];
  }
  for (const box of form.querySelectorAll<HTMLInputElement>("input[type=checkbox][data-switch]")) {
    given[box.name] = box.checked ? "1" : "0";
  }
  return given;
}

const firstOf = (errors: Record<string, string[]> = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(errors).map(([field, [first = ""]]) => [field, first]));
