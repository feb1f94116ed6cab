import { deviceViewRoutes } from "@heliograph/contract";
import type { FastifyRequest } from "fastify";
import {
  type DeviceView,
  type DeviceViews,
  deviceViewVersionNeeded,
  type ViewReader,
} from "../../../core/device-views/index.ts";
import { type PageRequest, pageOf } from "../../../kernel/paging.ts";
import type { HttpApp } from "../../http-app.ts";
import { register } from "../../register.ts";
import { callerOf, reachOf, reachToAll } from "../access.ts";
import { listBody } from "../list-body.ts";
import { deviceViewIdOf, deviceViewRecordOf, viewPropertiesOf } from "../records/device-view-record.ts";

export interface DeviceViewDependencies {
  readonly deviceViews: DeviceViews;
}

/** Saved looks at the list of devices. */
export function serveDeviceViews(app: HttpApp, { deviceViews }: DeviceViewDependencies): void {
  register(app, deviceViewRoutes, {
    list: async (request, reply) => {
      const by = readerOf(request);
      const views = () => deviceViews.list(by);
      const source = {
        page: async (page: PageRequest) => {
          const all = await views();
          return pageOf(all.slice(page.page * page.limit, (page.page + 1) * page.limit), all.length, page);
        },
        stream: async function* () {
          yield await views();
        },
      };
      return listBody(reply, request.query, source, (view) => recordOf(by, view));
    },

    save: async (request, reply) => {
      const [by, { id, version }] = [readerOf(request), request.body];
      const properties = viewPropertiesOf(request.body);
      if (id === undefined) return reply.code(201).send(recordOf(by, await deviceViews.create(by, properties)));
      if (version === undefined) throw deviceViewVersionNeeded();
      return reply.send(recordOf(by, await deviceViews.update(by, deviceViewIdOf(id.id), properties, version)));
    },

    get: async (request) => {
      const by = readerOf(request);
      return recordOf(by, await deviceViews.require(by, deviceViewIdOf(request.params.deviceViewId)));
    },

    remove: async (request) => {
      await deviceViews.remove(readerOf(request), deviceViewIdOf(request.params.deviceViewId));
      return {};
    },
  });

  const recordOf = (by: ViewReader, view: DeviceView) =>
    deviceViewRecordOf(view, { own: view.ownerId === by.userId, mayChange: deviceViews.mayChange(by, view) });
}

const readerOf = (request: FastifyRequest): ViewReader => ({
  userId: callerOf(request).userId,
  sees: reachOf(request),
  shares: reachToAll(request, ["SHARE_VIEWS"]),
});
