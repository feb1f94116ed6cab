import type { Attributes } from "../../../attributes/index.ts";
import type { ActionTaker } from "../action-taker.ts";
import { publishedValue } from "./published-value.ts";

export const publishAttribute = (attributes: Pick<Attributes, "write">): ActionTaker<"PUBLISH_ATTRIBUTE"> => ({
  kind: "PUBLISH_ATTRIBUTE",
  isStored: true,
  carryOut: async (order) => {
    const { deviceId: id, tenantId, action } = order;
    const value = publishedValue(order);
    await attributes.write({ id, tenantId }, action.scope, new Map([[action.key, value]]));
    return `${action.key} is ${JSON.stringify(value)}`;
  },
});
