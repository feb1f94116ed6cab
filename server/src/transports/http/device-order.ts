import type { AttributeScope, DeviceListSort } from "@heliograph/contract";
import type { FastifyRequest } from "fastify";
import { permissionDenied } from "../../core/access/index.ts";
import { type DevicesByValue, sortKeyMissing } from "../../core/device-order/index.ts";
import type { DeviceFilter, Devices } from "../../core/devices/index.ts";
import type { Reach } from "../../core/projects/index.ts";
import type { PageRequest } from "../../kernel/paging.ts";
import { callerOf, reachToAll } from "./access.ts";

export interface OrderingParts {
  readonly devices: Devices;
  readonly devicesByValue: DevicesByValue;
}

interface OrderedQuery {
  readonly sortProperty?: DeviceListSort;
  readonly sortKey?: string;
  readonly sortScope?: AttributeScope;
  readonly sortOrder?: "ASC" | "DESC";
}

/** The devices that match, in the order a request asks for [DEV2]. */
export function orderedList(
  { devices, devicesByValue }: OrderingParts,
  request: FastifyRequest & { readonly query: OrderedQuery },
  matching: DeviceFilter,
) {
  const { sortProperty = "name", sortOrder, sortKey, sortScope: scope = "SERVER_SCOPE" } = request.query;
  const filter = { ...matching, descending: sortOrder === "DESC" };
  if (sortProperty === "latest") {
    const order = { key: named(sortKey, sortProperty), descending: filter.descending, readable: readableBy(request) };
    return {
      page: (page: PageRequest) => devicesByValue.list(filter, order, page),
      stream: () => devicesByValue.stream(filter, order),
    };
  }
  const attribute =
    sortProperty === "attribute" ? { scope, key: named(sortKey, sortProperty), reach: readableBy(request) } : undefined;
  const ordered = { ...filter, sortProperty, attribute };
  return { page: (page: PageRequest) => devices.list(ordered, page), stream: () => devices.stream(ordered) };
}

function named(key: string | undefined, sortProperty: string): string {
  if (key === undefined) throw sortKeyMissing(sortProperty);
  return key;
}

/** An order tells values: only of devices whose values the caller may read [AUTH5]. */
function readableBy(request: FastifyRequest): Reach {
  if (!callerOf(request).permissions.has("VIEW_TELEMETRY")) throw permissionDenied(["VIEW_TELEMETRY"]);
  return reachToAll(request, ["VIEW_DEVICES", "VIEW_TELEMETRY"]);
}
