import { ApiClient, ApiError, callsOver, LiveConnection } from "@heliograph/client";
import { notifyManager, QueryClient } from "@tanstack/react-query";
import { watched } from "./live/watched-connection.ts";
import { Session } from "./session/session.ts";

/** The one session, connection and cache of this page. */
export const session = new Session();
export const http = new ApiClient(session);
export const api = callsOver(http);
export const live = new LiveConnection(session, location.origin);
export const liveState = watched(live);

const retries = 2;
/** A refusal stays a refusal; only silence and trouble on the server's side are worth another try. */
const isWorthRetrying = (error: unknown): boolean => !(error instanceof ApiError) || error.status >= 500;

/**
 * That something is being sent is told before the browser's next event, not after it: the second click of a double
 * click meets a disabled button, in every form and beside every other button.
 */
notifyManager.setScheduler(queueMicrotask);

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
