import build from "fast-json-stringify";
import type { FastifySerializerCompiler } from "fastify";

type Serialize = (answer: unknown) => string;

/** By schema: nodes that share a process share these, too. */
const made = new WeakMap<object, Serialize>();

/**
 * Writes answers by the schema that documents them [API8]. Each is made when the first of its answers is written: those
 * of all routes at once were a fifth of the time a node takes to start [RUN1].
 */
export const serializerCompiler: FastifySerializerCompiler<object> =
  ({ schema }) =>
  (answer: unknown) =>
    serializerOf(schema)(answer);

export function serializerOf(schema: object): Serialize {
  const known = made.get(schema);
  if (known) return known;
  const serialize = build(schema as Parameters<typeof build>[0]);
  made.set(schema, serialize);
  return serialize;
}
