import type { TypeBoxTypeProvider } from "@fastify/type-provider-typebox";
import fastify, { type FastifyBaseLogger, type FastifyReply, type FastifyRequest } from "fastify";
import type { Registry } from "prom-client";
import type { HttpApp } from "../http-app.ts";
import type { StrayContacts } from "../stray-contacts.ts";
import { type DeclaredRoute, guardRoutes } from "./access.ts";
import { denialsTo, nameActors } from "./actors.ts";
import { protectAnswers } from "./answer-headers.ts";
import { readBodiesAsJson } from "./body-parser.ts";
import { allowOrigins, type CrossOriginOptions } from "./cross-origin.ts";
import { answerInTime, type Deadlines } from "./deadline.ts";
import { deniedEntityIn } from "./denied-entity.ts";
import { withoutDevicePrefix } from "./device-prefix.ts";
import { FailureLog, logFailure } from "./failure-log.ts";
import { wireErrorOf } from "./faults.ts";
import { keepRoom, type Room } from "./keep-room.ts";
import { limitUnauthenticatedBodies } from "./limit-unauthenticated-bodies.ts";
import { type HttpMetrics, measureRequests } from "./metrics.ts";
import type { OpenAnswers } from "./open-answers.ts";
import { WorkGuard, type WorkLimits } from "./places/guard-work.ts";
import { shareIdOf } from "./records/share-record.ts";
import { serializerCompiler } from "./serialization.ts";
import { type RouteDependencies, serveRoutes } from "./serve-routes.ts";
import type { Stopping } from "./stopping.ts";
import type { UnauthenticatedHttp } from "./unauthenticated-http.ts";
import { answerUnknownRoutes } from "./unknown-route.ts";
import { validatorCompiler } from "./validation.ts";
import type { WebFiles } from "./web/web-files.ts";

export interface HttpDependencies extends Omit<RouteDependencies, "metrics" | "work"> {
  readonly openAnswers: OpenAnswers;
  readonly room: Room;
  readonly registry: Registry;
  readonly logger: FastifyBaseLogger;
  readonly stopping: Stopping;
  readonly unauthenticatedHttp: UnauthenticatedHttp;
  readonly strayed: StrayContacts;
  /** Empty where the web interface is not built. */
  readonly web: WebFiles;
  readonly options: RouteDependencies["options"] &
    WorkLimits &
    Deadlines &
    CrossOriginOptions & { readonly bodyLimit: number; readonly trustProxy: boolean | string[] };
}

export interface HttpServing {
  readonly app: HttpApp;
  /** Every route with who may call it. */
  readonly routes: readonly DeclaredRoute[];
  readonly metrics: HttpMetrics;
}

/** The longest path segment: device tokens and encoded names fit, nonsense does not. */
const longestParameter = 1_024;

/** The REST interface as an application without sockets; listeners hand it their requests. */
export async function createHttpApp(dependencies: HttpDependencies): Promise<HttpServing> {
  const { options, clock } = dependencies;
  const app: HttpApp = fastify({
    loggerInstance: dependencies.logger,
    logController: new FailureLog(),
    childLoggerFactory: (logger) => logger, // what is logged names its request itself; a logger each costs too much
    bodyLimit: options.bodyLimit,
    trustProxy: options.trustProxy,
    return503OnClosing: false, // our own answer has the shape of every error
    rewriteUrl: ({ url = "" }) => withoutDevicePrefix(url),
    routerOptions: { maxParamLength: longestParameter },
    frameworkErrors: (error, request, reply) => {
      void answerError(error, request as FastifyRequest, reply as never);
    },
  }).withTypeProvider<TypeBoxTypeProvider>();

  const answerError = (error: unknown, request: FastifyRequest, reply: AnsweredReply) => {
    logFailure(error, request, reply);
    return sendError(error, reply, clock());
  };

  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(answerError);
  const metrics = measureRequests(app, dependencies.registry); // first: what the others do counts
  dependencies.stopping.watch(app);
  protectAnswers(app);
  allowOrigins(app, options);
  readBodiesAsJson(app);
  const framedBy = (share: string) => dependencies.openShares.embedOriginsOf(shareIdOf(share));
  answerUnknownRoutes(app, dependencies.web, framedBy, dependencies.strayed);
  const routes = guardRoutes(app, dependencies.callers, denialsTo(dependencies.audit, deniedEntityIn(dependencies)));
  limitUnauthenticatedBodies(app, dependencies.unauthenticatedHttp);
  keepRoom(app, dependencies.room);
  dependencies.openAnswers.watch(app);
  answerInTime(app, options);
  const work = new WorkGuard(options);
  work.watch(app);
  nameActors(app); // last: nothing between it and the handler forgets who calls

  serveRoutes(app, { ...dependencies, metrics, work });
  await app.ready();
  return { app, routes, metrics };
}

type AnsweredReply = ErrorReply & Pick<FastifyReply, "raw">;

interface ErrorReply {
  code(status: number): ErrorReply;
  headers(values: Record<string, string>): ErrorReply;
  serializer(serialize: (payload: unknown) => string): ErrorReply;
  send(body: unknown): unknown;
}

function sendError(error: unknown, reply: ErrorReply, now: number): unknown {
  const { body, headers } = wireErrorOf(error, now);
  return reply
    .code(body.status)
    .headers({ ...headers, "content-type": "application/json; charset=utf-8" })
    .serializer(JSON.stringify)
    .send(body);
}
