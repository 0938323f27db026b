import { htmlResponse, readMail } from "@/lib/mail/read-mailbox";

type Context = { params: Promise<{ id: string }> };

/** For the frame of the mail's page. A document of its own, because one inside the page would have the page's policy for styles. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const mail = await readMail((await params).id);
  return mail ? htmlResponse(mail) : new Response(null, { status: 404 });
}
