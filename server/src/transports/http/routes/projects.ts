import { projectRoutes } from "@heliograph/contract";
import type { FastifyRequest } from "fastify";
import { requireNoGain } from "../../../core/access/index.ts";
import type { Projects, Reach } from "../../../core/projects/index.ts";
import type { ProjectId } from "../../../kernel/ids.ts";
import { type PageRequest, pageOf } from "../../../kernel/paging.ts";
import type { HttpApp } from "../../http-app.ts";
import { register } from "../../register.ts";
import { callerOf, reachOf, reachToAll } from "../access.ts";
import { listBody } from "../list-body.ts";
import { listedProjectOf, projectIdOf, projectPropertiesOf, projectRecordOf } from "../records/project-record.ts";
import { ownReachInPath } from "../route-ids.ts";

/** The tree of projects [PRJ1]. */
export function serveProjects(app: HttpApp, { projects }: { readonly projects: Projects }): void {
  register(app, projectRoutes, {
    list: async (request, reply) => {
      const reach = ownReachInPath(request);
      return listBody(reply, request.query, listOf(projects, reach), (project) => listedProjectOf(project, reach));
    },

    save: async (request, reply) => {
      const [reach, sees, properties] = [reachOf(request), seenBy(request), projectPropertiesOf(request.body)];
      if (request.body.id === undefined) {
        return reply.code(201).send(projectRecordOf(await projects.create(reach, properties), sees));
      }
      const id = projectIdOf(request.body.id.id);
      const mayMove = (to: ProjectId | null) => requireNoGain(callerOf(request), id, to);
      return reply.send(projectRecordOf(await projects.update(reach, id, properties, { sees, mayMove }), sees));
    },

    get: async (request) => {
      const reach = reachOf(request);
      return projectRecordOf(await projects.require(reach, projectIdOf(request.params.projectId)), reach);
    },

    remove: async (request) => {
      await projects.remove(reachOf(request), projectIdOf(request.params.projectId));
      return {};
    },
  });
}

const seenBy = (request: FastifyRequest): Reach => reachToAll(request, ["VIEW_DEVICES"]);

/** There are as many as a setting allows: all of them are read, whatever the page is. */
function listOf(projects: Projects, reach: Reach) {
  return {
    page: async (page: PageRequest) => {
      const all = await projects.list(reach);
      return pageOf(all.slice(page.page * page.limit, (page.page + 1) * page.limit), all.length, page);
    },
    stream: async function* () {
      yield await projects.list(reach);
    },
  };
}
