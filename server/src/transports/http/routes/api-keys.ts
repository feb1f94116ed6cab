import { type ApiKeyRecord, apiKeyRoutes } from "@heliograph/contract";
import type { ApiKey, ApiKeys } from "../../../core/access/index.ts";
import type { ApiKeyId, ProjectId } from "../../../kernel/ids.ts";
import { epochMs } from "../../../kernel/time.ts";
import type { HttpApp } from "../../http-app.ts";
import { register } from "../../register.ts";
import { callerOf } from "../access.ts";

/** Keys for scripts; nobody makes one with another one [AUTH10]. */
export function serveApiKeys(app: HttpApp, { apiKeys }: { readonly apiKeys: ApiKeys }): void {
  register(app, apiKeyRoutes, {
    apiKeys: async (request) => (await apiKeys.list(callerOf(request))).map(recordOf),

    createApiKey: async (request) => {
      const { name, permissions, projectIds: within = null, expiresTime: end = null } = request.body;
      const projectIds = within?.map(({ id }) => id.toLowerCase() as ProjectId) ?? null;
      const expiresTime = end === null ? null : epochMs(end);
      const { key, secret } = await apiKeys.create(callerOf(request), { name, permissions, projectIds, expiresTime });
      return { ...recordOf(key), key: secret };
    },

    deleteApiKey: async (request) => {
      await apiKeys.remove(callerOf(request), request.params.apiKeyId.toLowerCase() as ApiKeyId);
      return {};
    },
  });
}

const recordOf = ({ id, createdTime, name, permissions, ...key }: ApiKey): ApiKeyRecord => ({
  id: { entityType: "API_KEY", id },
  createdTime,
  name,
  permissions: [...permissions],
  projectIds: key.projectIds?.map((project) => ({ entityType: "PROJECT", id: project })) ?? null,
  expiresTime: key.expiresTime,
  lastUsedTime: key.lastUsedTime,
});
