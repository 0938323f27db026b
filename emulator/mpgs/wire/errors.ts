import { json, type SentAnswer } from "@/emulator/base/wire/answers";

export type Cause = "INVALID_REQUEST" | "REQUEST_REJECTED" | "SERVER_BUSY" | "SERVER_FAILED";
type ValidationType = "INVALID" | "MISSING" | "UNSUPPORTED";

type WireError = {
  cause: Cause;
  status: number;
  explanation: string;
  field?: string | undefined;
  validationType?: ValidationType | undefined;
};

export const errorAnswer = ({ status, ...error }: WireError): SentAnswer => json({ error, result: "ERROR" }, status);

export const invalidRequest = (
  explanation: string,
  field?: string,
  validationType: ValidationType | undefined = field === undefined ? undefined : "INVALID",
): SentAnswer => errorAnswer({ cause: "INVALID_REQUEST", status: 400, explanation, field, validationType });

export const badCredentials = errorAnswer({
  cause: "INVALID_REQUEST",
  status: 401,
  explanation: "Invalid credentials.",
});
