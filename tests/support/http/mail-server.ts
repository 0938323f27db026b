import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

/** A mail server that accepts every mail, or refuses it with the given answer. */
export type MailServer = Awaited<ReturnType<typeof startMailServer>>;

type Step = "MAIL FROM" | "RCPT TO" | "DATA";
type Received = { to: string[]; source: string };

export async function startMailServer() {
  const received: Received[] = [];
  const state = { received, refusing: null as { at: Step; code: number } | null, url: "", close: () => {} };
  const answer = (step: Step): Error | null =>
    state.refusing?.at === step ? Object.assign(new Error("Not now"), { responseCode: state.refusing.code }) : null;
  const server = new SMTPServer({
    logger: false,
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    onMailFrom: (_address, _session, callback) => callback(answer("MAIL FROM")),
    onRcptTo: (_address, _session, callback) => callback(answer("RCPT TO")),
    async onData(stream, { envelope }, callback) {
      const parts: Buffer[] = [];
      for await (const part of stream) parts.push(part as Buffer);
      const refusal = answer("DATA");
      const to = envelope.rcptTo.map(({ address }) => address);
      if (!refusal) received.push({ to, source: Buffer.concat(parts).toString("utf8") });
      callback(refusal);
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  state.url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  state.close = () => server.close();
  return state;
}

/** The headers of a mail, unfolded. */
export function headersOf({ source }: Received): Record<string, string> {
  const head = source.split("\r\n\r\n")[0] ?? "";
  const lines = head.replace(/\r\n[ \t]+/g, " ").split("\r\n");
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)]));
}
