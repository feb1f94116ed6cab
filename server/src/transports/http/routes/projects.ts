import { projectRoutes } from "@heliograph/contract";
import type { FastifyRequest } from "fastify";
import { requireNoGain } from "../../../core/access/index.ts";
import type { Project, ProjectProperties, Projects, Reach } from "../../../core/projects/index.ts";
import type { ProjectId } from "../../../kernel/ids.ts";
import { type PageRequest, pageOf } from "../../../kernel/paging.ts";
import type { HttpApp } from "../../http-app.ts";
import { register } from "../../register.ts";
import { callerOf, reachOf } from "../access.ts";
import { listBody } from "../list-body.ts";
import { listedProjectOf, projectIdOf, projectPropertiesOf, projectRecordOf } from "../records/project-record.ts";
import { ownReachInPath } from "../route-ids.ts";

/** The tree of projects [PRJ1]. */
export function serveProjects(app: HttpApp, { projects }: { readonly projects: Projects }): void {
  register(app, projectRoutes, {
    list: async (request, reply) =>
      listBody(reply, request.query, listOf(projects, ownReachInPath(request)), listedProjectOf),

    save: async (request, reply) => {
      const [reach, properties] = [reachOf(request), projectPropertiesOf(request.body)];
      if (request.body.id === undefined) {
        return reply.code(201).send(projectRecordOf(await projects.create(reach, properties)));
      }
      const id = projectIdOf(request.body.id.id);
      return reply.send(projectRecordOf(await updated(request, reach, id, properties)));
    },

    get: async (request) =>
      projectRecordOf(await projects.require(reachOf(request), projectIdOf(request.params.projectId))),

    remove: async (request) => {
      await projects.remove(reachOf(request), projectIdOf(request.params.projectId));
      return {};
    },
  });

  async function updated(
    request: FastifyRequest,
    reach: Reach,
    id: ProjectId,
    properties: ProjectProperties,
  ): Promise<Project> {
    const { parentId } = await projects.require(reach, id);
    if (parentId !== properties.parentId) requireNoGain(callerOf(request), id, properties.parentId);
    return projects.update(reach, id, properties);
  }
}

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
