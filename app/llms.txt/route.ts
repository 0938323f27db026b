import { fixedFile } from "@/app/fixed-file";
import { llmsText } from "@/lib/docs/llms-text";

/** The list of all docs pages for coding agents, in the form of llmstxt.org. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = fixedFile("text/plain; charset=utf-8", llmsText);
