import type { RouteAccess } from "@heliograph/contract";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { AppError } from "../../kernel/errors.ts";
import { passOverBody } from "../pass-over-body.ts";
import { HttpError } from "./faults.ts";
import { refuseSocket } from "./socket-refusal.ts";
import type { UnauthenticatedHttp } from "./unauthenticated-http.ts";

const retryAfterMs = 5_000;

const tooMuchPending = () =>
  new AppError("TOO_MUCH_PENDING", "busy", "Too many unfinished requests come from your address; try again shortly", {
    retryAfterMs,
  });

const tooSlow = () => new HttpError("REQUEST_TOO_SLOW", 408, "The request took too long to arrive");

/**
 * Bodies of callers nobody knows are small, complete within seconds, and few per address [API10]. To be called after the
 * hook that authenticates.
 */
export function limitUnauthenticatedBodies(app: FastifyInstance, unauthenticated: UnauthenticatedHttp): void {
  const { unauthenticatedMessage } = unauthenticated.limits;
  app.addHook("onRoute", (route) => {
    if (isOpen(route.config?.access)) route.bodyLimit = unauthenticatedMessage;
  });
  app.addHook("onRequest", (request, _reply, done) => {
    if (request.principal) unauthenticated.known(request.raw.socket);
    else if (hasBody(request) && isForAnybody(request)) return done(limitBody(request, unauthenticated));
    done();
  });
  app.addHook("onResponse", (request, _reply, done) => {
    if (!request.raw.complete && unauthenticated.of(request.raw.socket)) passOverBody(request.raw); // refused, and still sending
    done();
  });
}

/** One that is announced and has not come whole: a request without any is not complete at this moment, either. */
const hasBody = ({ raw, headers }: FastifyRequest): boolean =>
  !raw.complete && (headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0);

/** No session is asked for, and no token in the URL: the body comes before anything is known. */
const isForAnybody = ({ routeOptions, is404 }: FastifyRequest): boolean => is404 || isOpen(routeOptions.config.access);

const isOpen = (access: RouteAccess | undefined): boolean =>
  access?.kind === "public" || access?.kind === "login-step" || access?.kind === "share";

function limitBody({ raw, headers }: FastifyRequest, unauthenticated: UnauthenticatedHttp): AppError | undefined {
  const { unauthenticatedMessage, unauthenticatedTimeout } = unauthenticated.limits;
  const announced = Number(headers["content-length"] ?? unauthenticatedMessage);
  const peer = unauthenticated.of(raw.socket);
  if (peer?.holds(Math.min(announced, unauthenticatedMessage)) === false) return tooMuchPending();
  const timer = setTimeout(() => {
    refuseSocket(raw.socket, tooSlow());
    raw.socket.destroySoon(); // whoever does not send may not close, either
  }, unauthenticatedTimeout);
  const arrived = () => {
    clearTimeout(timer);
    peer?.holds(0);
  };
  raw.once("end", arrived).once("close", arrived);
  return undefined;
}
