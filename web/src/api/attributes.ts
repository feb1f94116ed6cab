import type { AttributeScope } from "@heliograph/contract";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../app.ts";

/** Of one scope, or of all of them [TEL6]. */
export const attributes = (deviceId: string, scope: AttributeScope | undefined) =>
  queryOptions({
    queryKey: ["attributes", deviceId, scope ?? "all"],
    queryFn: ({ signal }) =>
      scope ? api.attributes.inScope({ deviceId, scope }, { signal }) : api.attributes.all({ deviceId }, { signal }),
  });

export const saveAttribute = (deviceId: string, scope: AttributeScope, key: string, value: unknown) =>
  api.attributes.write({ deviceId, scope, body: Object.fromEntries([[key, value]]) });

export const deleteAttribute = (deviceId: string, scope: AttributeScope, key: string) =>
  api.attributes.remove({ deviceId, scope, key: [key] });
