import { Type } from "typebox";
import { ApiKeyRecord, ApiKeyRequest, NewApiKeyRecord } from "../api-keys.ts";
import { anyUserInPerson } from "./access.ts";
import { ApiKeyParams, Done } from "./params.ts";
import { routesOf } from "./route.ts";

const tag = "Authentication";

/** Keys for scripts [AUTH10]. */
export const apiKeyRoutes = routesOf({
  apiKeys: {
    method: "GET",
    path: "/api/apiKeys",
    access: anyUserInPerson,
    tag,
    summary: "One's own API keys in this tenant, newest first",
    answers: { 200: Type.Array(ApiKeyRecord) },
  },

  createApiKey: {
    method: "POST",
    path: "/api/apiKeys",
    access: anyUserInPerson,
    tag,
    summary: "Make an API key with a part of one's own permissions; the answer has the key, this once",
    body: ApiKeyRequest,
    answers: { 200: NewApiKeyRecord },
  },

  deleteApiKey: {
    method: "DELETE",
    path: "/api/apiKeys/:apiKeyId",
    access: anyUserInPerson,
    tag,
    summary: "Delete one of one's own API keys; it stops at once",
    params: ApiKeyParams,
    answers: { 200: Done },
  },
});
