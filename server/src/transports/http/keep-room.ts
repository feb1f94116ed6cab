import type { FastifyInstance } from "fastify";

export interface Room {
  /** Throws when the disk has no room for more. */
  requireForRows(): void;
}

const reading: readonly string[] = ["GET", "HEAD", "OPTIONS", "DELETE"];

/** What people need on a full disk writes a little, and has the reserve for it [REL6]. */
const needed = /^\/api\/(auth|noauth)\/|^\/api\/dashboardData$|\/data-files\/CLIENT_SCOPE\/download$/;

/** On a full disk whatever would fill it further is refused before its body is read; logins and deletes go on [REL6]. */
export function keepRoom(app: FastifyInstance, room: Room): void {
  app.addHook("onRequest", (request, _reply, done) => {
    const url = request.routeOptions.url;
    if (url === undefined || reading.includes(request.method) || needed.test(url)) return done();
    try {
      room.requireForRows();
      done();
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)));
    }
  });
}
