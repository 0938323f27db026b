/**
 * Reads everything from standard input. Secrets come from there, because arguments and variables are visible to others.
 */
export async function readStandardInput(): Promise<string> {
  let text = "";
  for await (const chunk of process.stdin) text += chunk;
  return text;
}
