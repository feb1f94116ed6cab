import type { FastifyRequest } from "fastify";

/** Told of each request that no route is for, with the methods its path has. */
export type StrayContacts = (request: FastifyRequest, path: string, allowed: readonly string[]) => Promise<void>;
