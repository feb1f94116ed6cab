import { mapRoutes, sharedMapRoutes } from "@heliograph/contract";
import type { OpenShares } from "../../../core/dashboard-shares/index.ts";
import { type MapFiles, mapGone } from "../../../core/maps/index.ts";
import type { HttpApp } from "../../http-app.ts";
import { register } from "../../register.ts";
import { shownShareOf } from "../access.ts";
import { sendMapBytes } from "../files/send-map.ts";

export interface MapDependencies {
  readonly maps: MapFiles;
  readonly openShares: OpenShares;
}

/** What lies beneath maps: for everybody who is logged in, and for links to dashboards that show one [DSH3, DSH6]. */
export function serveMap(app: HttpApp, { maps, openShares }: MapDependencies, atMost: number): void {
  const info = async () => ({ file: (await maps.current()) ?? null });

  register(app, mapRoutes, {
    read: info,
    bytes: async (request, reply) => sendMapBytes(request, reply, { maps, version: request.params.version, atMost }),
  });

  register(app, sharedMapRoutes, {
    map: async (request) => ((await openShares.openMap(shownShareOf(request))) ? info() : { file: null }),
    mapBytes: async (request, reply) => {
      if (!(await openShares.openMap(shownShareOf(request)))) throw mapGone();
      return sendMapBytes(request, reply, { maps, version: request.params.version, atMost });
    },
  });
}
