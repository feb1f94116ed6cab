import { type ServerInfo, serverInfoRoutes } from "@heliograph/contract";
import type { HttpApp } from "../../http-app.ts";
import { register } from "../../register.ts";

export interface ServerInfoDependencies {
  /** Asked when the route is called: port 0 becomes a real one when a listener opens [RUN3]. */
  readonly serverInfo: () => ServerInfo;
}

/** For whoever connects a device, or writes instructions for it: the version and the real ports. */
export function serveServerInfo(app: HttpApp, { serverInfo }: ServerInfoDependencies): void {
  register(app, serverInfoRoutes, {
    read: async () => serverInfo(),
  });
}
