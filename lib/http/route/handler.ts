import { fromRequest, type IncomingRequest } from "@/lib/http/message/incoming";
import { type Answer, toResponse } from "@/lib/http/message/respond";
import type { PathParams } from "./exchange";

/** The second argument of a Next.js route handler: the parameters in the path. */
type PathContext = { params: Promise<PathParams> };

/** A route handler as Next.js calls it. */
export type Handler = {
  (request: Request, context: PathContext): Promise<Response>;
  /** Does the same without the objects of Next.js, which take longer to build than most answers. */
  respond?: Respond;
};

/** A handler that needs no parameters, so a route with the rest of a path in its pattern can have it, too. */
export type PathlessHandler = ((request: Request) => Promise<Response>) & Pick<Handler, "respond">;

export type Respond = (request: IncomingRequest, params: PathParams) => Promise<Answer>;

export const toPathlessHandler = (respond: (request: IncomingRequest) => Promise<Answer>): PathlessHandler =>
  Object.assign(async (request: Request) => toResponse(await respond(fromRequest(request))), { respond });

export function toHandler(respond: Respond): Handler {
  const handle = async (request: Request, { params }: PathContext) =>
    toResponse(await respond(fromRequest(request), await params));
  return Object.assign(handle, { respond });
}
