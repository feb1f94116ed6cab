import { queryOptions } from "@tanstack/react-query";
import { api } from "../app.ts";

/** Mails and what else of a tenant waits or was given up. */
export const tenantDeliveries = (tenantId: string) =>
  queryOptions({
    queryKey: ["deliveries", tenantId],
    queryFn: () => api.tenants.deliveries({ tenantId, limit: 100 }),
    refetchInterval: 10_000,
  });

export const retryDelivery = (tenantId: string, deliveryId: string) =>
  api.tenants.retryDelivery({ tenantId, deliveryId });

export const removeDelivery = (tenantId: string, deliveryId: string) =>
  api.tenants.removeDelivery({ tenantId, deliveryId });
