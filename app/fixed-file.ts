import { type FixedText, fixedAnswer, fixedText } from "@/lib/http/message/fixed-text";
import { documentRoutes } from "@/lib/http/route/routes";

export const jsonType = "application/json";

/** The exports of a route for a file that is the same for every reader. It is written with the first request. */
export function fixedFile(type: string, write: () => string) {
  let file: FixedText | undefined;
  return documentRoutes(async (request) => {
    file ??= fixedText(type, write());
    return fixedAnswer(file, request);
  });
}
