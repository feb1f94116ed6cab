import { ServerInfo } from "@heliograph/contract";
import { anyUser } from "../access.ts";
import type { HttpApp } from "../http-app.ts";

export interface ServerInfoDependencies {
  /** Asked when the route is called: port 0 becomes a real one when a listener opens [RUN3]. */
  readonly serverInfo: () => ServerInfo;
}

/** For whoever connects a device, or writes instructions for it: the version and the real ports. */
export function serverInfoRoute(app: HttpApp, { serverInfo }: ServerInfoDependencies): void {
  app.get(
    "/api/server",
    {
      config: { access: anyUser },
      schema: {
        tags: ["Operations"],
        summary: "The node's version and the ports it listens on",
        description: "Behind a proxy or a port mapping, devices may have to use others.",
        response: { 200: ServerInfo },
      },
    },
    async () => serverInfo(),
  );
}
