import { QueryClient } from "@tanstack/react-query";
import { ApiClient } from "./api/api-client.ts";
import { ApiError } from "./api/api-error.ts";
import { LiveConnection } from "./live/live-connection.ts";
import { Session } from "./session/session.ts";

/** The one session, connection and cache of this page. */
export const session = new Session();
export const api = new ApiClient(session);
export const live = new LiveConnection(session);

const retries = 2;
/** A refusal stays a refusal; only silence and trouble on the server's side are worth another try. */
const isWorthRetrying = (error: unknown): boolean => !(error instanceof ApiError) || error.status >= 500;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (failures, error) => failures < retries && isWorthRetrying(error),
      retryDelay: (attempt) => 400 * 2 ** attempt,
      networkMode: "always", // a node in the local network needs no internet
    },
    mutations: { networkMode: "always" },
  },
});
