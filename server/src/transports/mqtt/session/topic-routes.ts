import { topics } from "@heliograph/contract/topics";

/** Where a device may publish. */
export type PublishRoute = "telemetry" | "attributes" | "attribute-request" | "rpc-answer" | "client-rpc";

export interface Routed {
  readonly route: PublishRoute;
  /** The last level of topics that end in one; any text without a slash [MQ5]. */
  readonly id: string;
}

const whole: readonly (readonly [topic: string, route: PublishRoute])[] = [
  [topics.telemetry, "telemetry"],
  [topics.attributes, "attributes"],
];

const withId: readonly (readonly [prefix: string, route: PublishRoute])[] = [
  [topics.attributeRequest, "attribute-request"],
  [topics.rpcResponse, "rpc-answer"],
  [topics.rpcRequest, "client-rpc"],
];

const routedWhole = new Map(whole.map(([topic, route]) => [topic, { route, id: "" } satisfies Routed]));

/** Undefined for a topic nobody serves. */
export function routeOf(topic: string): Routed | undefined {
  const found = routedWhole.get(topic);
  if (found) return found;
  for (const [prefix, route] of withId) {
    if (!topic.startsWith(prefix)) continue;
    const id = topic.slice(prefix.length);
    return id === "" || id.includes("/") ? undefined : { route, id };
  }
  return undefined;
}
