import { answerSandboxChallenge, showSandboxChallenge } from "@/lib/gateway/sandbox/challenge-page";
import { parseFormBody } from "@/lib/http/body/body";
import { fromRequest } from "@/lib/http/message/incoming";
import { answerOf, asJson, toResponse } from "@/lib/http/message/respond";
import { AppError } from "@/lib/kit/errors";

type Context = { params: Promise<{ id: string }> };

/** The 3-D Secure challenge page of the sandbox bank. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  return showSandboxChallenge((await params).id);
}

export async function POST(request: Request, { params }: Context): Promise<Response> {
  try {
    return await answerSandboxChallenge((await params).id, await parseFormBody(fromRequest(request)));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return toResponse(asJson(answerOf(error)));
  }
}
