import type { IncomingMessage, ServerResponse } from "node:http";
import type { TypeBoxTypeProvider } from "@fastify/type-provider-typebox";
import type { Route, Routes } from "@heliograph/contract";
import type {
  ContextConfigDefault,
  FastifyBaseLogger,
  FastifyRequest,
  RawServerDefault,
  RouteGenericInterface,
  RouteHandlerMethod,
} from "fastify";
import type { HttpApp } from "./http-app.ts";

/** The route's schemas under the framework's names. */
type SchemaOf<R extends Route> = (R extends { readonly params: infer P } ? { readonly params: P } : object) &
  (R extends { readonly query: infer Q } ? { readonly querystring: Q } : object) &
  (R extends { readonly body: infer B } ? { readonly body: B } : object) & { readonly response: R["answers"] };

export type HandlerOf<R extends Route> = RouteHandlerMethod<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  RouteGenericInterface,
  ContextConfigDefault,
  SchemaOf<R>,
  TypeBoxTypeProvider,
  FastifyBaseLogger
>;

/** One handler for each route: a missing one does not compile. */
type HandlersOf<R extends Routes> = { readonly [Name in keyof R]: HandlerOf<R[Name]> };

interface RouteOptions {
  readonly bodyLimit?: number;
  /** Between a body that was read and its check. */
  readonly preValidation?: (request: FastifyRequest) => Promise<void>;
  /** The handler looks at what does not fit the schema by itself. */
  readonly attachValidation?: boolean;
  /** GET without HEAD, where reading takes something away. */
  readonly exposeHeadRoute?: boolean;
}

/** Opens the routes that the contract defines [AUTH5, API8]. */
export function register<const R extends Routes>(
  app: HttpApp,
  routes: R,
  handlers: HandlersOf<R>,
  options: RouteOptions = {},
): void {
  for (const name of Object.keys(routes)) {
    const [route, handler] = [routes[name], handlers[name]];
    if (!route || !handler) throw new Error(`${name} is not a route with a handler`);
    app.route({
      ...options,
      method: route.method,
      url: route.path,
      config: { access: route.access, work: route.work, takesItsTime: takesItsTime(route) },
      schema: frameworkSchemaOf(route),
      handler: handler as HandlerOf<Route>,
    });
  }
}

/** Streams and uploads are limited by progress, and logins may be held back: no deadline is theirs. */
const takesItsTime = ({ access, answerForm, consumes, waits = false }: Route): boolean =>
  waits || consumes !== undefined || answerForm === "stream" || !["permissions", "signed-in"].includes(access.kind);

/** The framework's own form of a route's schemas; the description of the API is written from it, too. */
export function frameworkSchemaOf(route: Route) {
  const { tag, summary, description, params, query, body, consumes, produces, answers } = route;
  return {
    tags: [tag],
    summary,
    ...(description !== undefined && { description }),
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(body && { body }),
    ...(consumes && { consumes: [...consumes] }),
    ...(produces && { produces: [...produces] }),
    response: answers,
  };
}
