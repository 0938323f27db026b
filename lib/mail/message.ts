import type { SendMailOptions } from "nodemailer";
import { collectImages, contentIdOf } from "./images/embedded-images";
import type { DueMail } from "./store";
import { withProofs } from "./ticket-links";

/**
 * Every attempt has the same message id, so that the receiving server can detect a duplicate. The recipient is passed
 * as an object, because nodemailer would parse several addresses from a string.
 */
export async function toSmtpMessage(mail: Omit<DueMail, "tries">, from: string): Promise<SendMailOptions> {
  const { id, recipient, subject, text, html: written, createdAt } = withProofs(mail);
  const { html, images } = await collectImages(written);
  const to = { name: "", address: recipient };
  return {
    from,
    to,
    subject,
    text,
    html,
    attachments: images.map((image) => ({
      filename: `${image.name}.png`,
      cid: contentIdOf(image),
      content: image.png,
      contentType: "image/png",
      contentDisposition: "inline",
    })),
    date: createdAt,
    messageId: `<${id}@${domainOf(from)}>`,
    headers: { "Auto-Submitted": "auto-generated" },
    textEncoding: "quoted-printable",
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

const domainOf = (from: string): string => /@([\w.-]+)/.exec(from)?.[1] ?? "localhost";
