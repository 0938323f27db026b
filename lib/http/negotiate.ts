/** No browser sends more, and nobody is to keep us busy reading. */
const acceptLengthMax = 500;

/** Whether the sender would rather have a page than data: browsers say so, programs do not. */
export function prefersHtml({ headers }: Request): boolean {
  const accept = (headers.get("accept") ?? "").slice(0, acceptLengthMax);
  const weightOf = (type: string) => {
    const wish = accept
      .split(",")
      .map((part) => part.split(";").map((piece) => piece.trim()))
      .find(([name]) => name === type);
    if (!wish) return 0;
    const weight = wish.find((parameter) => parameter.startsWith("q="));
    return weight ? Number(weight.slice(2)) || 0 : 1;
  };
  return weightOf("text/html") > weightOf("application/json");
}
