import type { SendMailOptions } from "nodemailer";
import type { DueMail } from "./store";
import { withProofs } from "./ticket-links";

type Written = Pick<DueMail, "id" | "kind" | "recipient" | "subject" | "text" | "html" | "createdAt">;

/**
 * Every attempt has the same message id, so that the receiving server can detect a duplicate. The recipient is passed
 * as an object, because nodemailer would parse several addresses from a string.
 */
export function toSmtpMessage(mail: Written, from: string): SendMailOptions {
  const { id, recipient, subject, text, html, createdAt } = withProofs(mail);
  const to = { name: "", address: recipient };
  return {
    from,
    to,
    subject,
    text,
    html,
    date: createdAt,
    messageId: `<${id}@${domainOf(from)}>`,
    headers: { "Auto-Submitted": "auto-generated" },
    textEncoding: "quoted-printable",
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

const domainOf = (from: string): string => /@([\w.-]+)/.exec(from)?.[1] ?? "localhost";
