import { createTransport } from "nodemailer";
import { second } from "@/lib/kit/clock";
import { toSmtpMessage } from "./message";
import type { DueMail } from "./store";

/** `error` may name people and is kept with the mail; `code` may be logged. */
export type SendResult = { status: "sent" } | { status: "refused" | "failed"; error: string; code: string };
export type SendMail = (mail: DueMail) => Promise<SendResult>;

/** So many are on their way at once: each has a connection, and none waits for one while its time runs. */
export const connections = 5;
const errorLengthMax = 500;

/** Sends over connections that stay open while there is something to send. */
export function createMailer(url: string, from: string): { send: SendMail; close(): void } {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: connections,
    // A connection that was lost in the middle may have delivered: the next try comes by our schedule, not at once.
    maxRequeues: 0,
    idleTimeout: 30 * second,
    connectionTimeout: 10 * second,
    greetingTimeout: 10 * second,
    socketTimeout: 20 * second,
  });
  return {
    send: (mail) =>
      transport.sendMail(toSmtpMessage(mail, from)).then(
        () => ({ status: "sent" }),
        (error: SmtpError) => ({
          status: isRefused(error) ? "refused" : "failed",
          error: error.message.slice(0, errorLengthMax),
          code: [error.code, error.command, error.responseCode].filter(Boolean).join(" "),
        }),
      ),
    close: () => transport.close(),
  };
}

type SmtpError = Error & { code?: string; command?: string; responseCode?: number };

/** There is no such mailbox, and asking again does not make one. What the server has against us may pass. */
const isRefused = ({ command, responseCode = 0 }: SmtpError): boolean => command === "RCPT TO" && responseCode >= 500;
