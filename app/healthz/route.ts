/** Liveness: the process answers. Nothing is asked of anybody else. */
export function GET(): Response {
  return Response.json({ message: "OK" });
}
