import { createTransport } from "nodemailer";
import { second } from "@/lib/kit/clock";
import { toSmtpMessage } from "./message";
import type { DueMail } from "./store";

/** `error` may contain personal data, so it is stored with the mail and not logged. `code` may be logged. */
type SendResult = { status: "sent" } | { status: "refused" | "failed"; error: string; code: string };
export type SendMail = (mail: DueMail) => Promise<SendResult>;

/**
 * The number of mails sent at once. Each has its own SMTP connection, so a claimed mail never waits for a connection
 * while its lease runs.
 */
export const connections = 5;
const errorLengthMax = 500;
const timeouts = { connectionTimeout: 10 * second, greetingTimeout: 10 * second, socketTimeout: 20 * second };

/** Sends over a pool of SMTP connections that stay open between mails. */
export function createMailer(url: string, from: string): { send: SendMail; close(): void } {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: connections,
    // Disables nodemailer's own retries. When a connection is lost, the mail may have been delivered, so only our retry
    // schedule sends it again.
    maxRequeues: 0,
    idleTimeout: 30 * second,
    ...timeouts,
  });
  return {
    send: async (mail) => {
      // Outside the catch: a picture that cannot be read is not an answer of the mail server.
      const message = await toSmtpMessage(mail, from);
      return transport.sendMail(message).then(
        () => ({ status: "sent" }),
        (error: SmtpError) => ({
          status: isRefused(error) ? "refused" : "failed",
          error: error.message.slice(0, errorLengthMax),
          code: [error.code, error.command, error.responseCode].filter(Boolean).join(" "),
        }),
      );
    },
    close: () => transport.close(),
  };
}

/** Connects and signs in without sending a mail. Throws if the mail server refuses. */
export async function verifyMailServer(url: string): Promise<void> {
  const transport = createTransport({ url, ...timeouts });
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

type SmtpError = Error & { code?: string; command?: string; responseCode?: number };

/** Whether the mail server rejected the recipient for good. Rejections of other SMTP commands may be temporary. */
const isRefused = ({ command, responseCode = 0 }: SmtpError): boolean => command === "RCPT TO" && responseCode >= 500;
