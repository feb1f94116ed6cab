/**
 * Not imported: for an import Node looks at every export of `node:http`, and one of them brings its whole web client
 * along, which is a twentieth of what a start costs [RUN1].
 */
export const { createServer: createHttpServer } = process.getBuiltinModule("node:http");
