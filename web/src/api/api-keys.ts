import type { ApiKeyRequest } from "@heliograph/contract";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../app.ts";

export const ownApiKeys = queryOptions({
  queryKey: ["api-keys"],
  queryFn: () => api.auth.apiKeys(),
});

export const createApiKey = (body: ApiKeyRequest) => api.auth.createApiKey({ body });

export const deleteApiKey = (apiKeyId: string) => api.auth.deleteApiKey({ apiKeyId });
