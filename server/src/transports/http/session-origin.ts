import type { FastifyRequest } from "fastify";
import type { SessionOrigin } from "../../core/access/index.ts";

const longestAgent = 255;

/** From where a session is opened, for the list in which its owner looks for others than itself [AUTH8]. */
export const originOf = (request: FastifyRequest): SessionOrigin => ({
  address: request.ip,
  userAgent: request.headers["user-agent"]?.slice(0, longestAgent) ?? null,
});
