/** Finds the route of a path, as the router of Next.js does. Null if none of the routes has this path. */
export type FindRoute<Route> = (path: string) => FoundRoute<Route> | null;
type FoundRoute<Route> = { route: Route; params: Record<string, string> };

/** One segment of the paths. A fixed segment is preferred to a parameter, and a parameter to the rest of the path. */
type Node<Route> = {
  fixed: Map<string, Node<Route>>;
  parameter: { name: string; node: Node<Route> } | null;
  /** Undefined if no route has this path. A route may be null. */
  rest: Route | undefined;
  route: Route | undefined;
};

const newNode = <Route>(): Node<Route> => ({ fixed: new Map(), parameter: null, rest: undefined, route: undefined });

/**
 * The patterns are those of Next.js: `/api/accounts/[account_number]`, or `/api/[[...path]]` and `/[...path]` for all
 * other paths.
 */
export function createRouteTable<Route>(routes: Iterable<readonly [pattern: string, Route]>): FindRoute<Route> {
  const root = newNode<Route>();
  for (const [pattern, route] of routes) addRoute(root, segmentsOf(pattern), route);
  return (path) => {
    // Next.js has rules of its own for encoded characters, so it serves these paths.
    if (path.includes("%")) return null;
    return findIn(root, segmentsOf(path), 0);
  };
}

/** A trailing slash makes no difference. */
const segmentsOf = (path: string): string[] => path.slice(1, path.endsWith("/") ? -1 : undefined).split("/");

function addRoute<Route>(node: Node<Route>, [segment, ...more]: string[], route: Route): void {
  if (segment === undefined) {
    node.route = route;
  } else if (/^\[\[?\.\.\./.test(segment)) {
    node.rest = route;
  } else if (segment.startsWith("[")) {
    node.parameter ??= { name: segment.slice(1, -1), node: newNode() };
    addRoute(node.parameter.node, more, route);
  } else {
    const next = node.fixed.get(segment) ?? newNode();
    node.fixed.set(segment, next);
    addRoute(next, more, route);
  }
}

function findIn<Route>(node: Node<Route>, segments: string[], at: number): FoundRoute<Route> | null {
  const segment = segments[at];
  if (segment === undefined) return endAt(node.route === undefined ? node.rest : node.route);
  const fixed = node.fixed.get(segment);
  const found = fixed && findIn(fixed, segments, at + 1);
  if (found) return found;
  const { parameter } = node;
  const behind = parameter && segment ? findIn(parameter.node, segments, at + 1) : null;
  if (!parameter || !behind) return endAt(node.rest);
  behind.params[parameter.name] = segment;
  return behind;
}

const endAt = <Route>(route: Route | undefined): FoundRoute<Route> | null =>
  route === undefined ? null : { route, params: {} };
