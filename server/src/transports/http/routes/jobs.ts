import { jobRoutes } from "@heliograph/contract";
import type { FastifyRequest } from "fastify";
import { choiceOf } from "../../../core/devices/index.ts";
import type { Job, Jobs } from "../../../core/jobs/index.ts";
import type { JobId } from "../../../kernel/ids.ts";
import type { PageRequest } from "../../../kernel/paging.ts";
import type { HttpApp } from "../../http-app.ts";
import { register } from "../../register.ts";
import { callerOf } from "../access.ts";
import { listBody } from "../list-body.ts";
import { commandBodyOf } from "../records/command-record.ts";
import { jobRecordOf } from "../records/job-record.ts";
import { projectIdIn } from "../records/project-record.ts";
import { deviceTypeIdOf } from "../route-ids.ts";

export interface JobDependencies {
  readonly jobs: Jobs;
}

/** Work that goes on after the answer. */
export function serveJobs(app: HttpApp, { jobs }: JobDependencies): void {
  const create = async (request: FastifyRequest, kind: Job["kind"], input: object) =>
    jobRecordOf(await jobs.create(callerOf(request), request.ip, kind, input));

  register(app, jobRoutes, {
    list: async (request, reply) => {
      const [caller, { open }] = [callerOf(request), request.query];
      const source = {
        page: (page: PageRequest) => jobs.list(caller, open, page),
        stream: () => jobs.stream(caller, open),
      };
      return listBody(reply, request.query, source, jobRecordOf);
    },

    get: async (request) => jobRecordOf(await jobs.require(callerOf(request), jobIdOf(request.params.jobId))),

    cancel: async (request) => jobRecordOf(await jobs.cancel(callerOf(request), jobIdOf(request.params.jobId))),

    undo: async (request, reply) => {
      const id = jobIdOf(request.params.jobId);
      return reply.code(202).send(jobRecordOf(await jobs.undo(callerOf(request), request.ip, id)));
    },

    setAttributes: async (request, reply) => {
      const { scope, attributes } = request.body;
      const [values, deleted] = [Object.entries(attributes).filter(([, value]) => value !== null), nullsIn(attributes)];
      const input = { choice: choiceOf(request.body), scope, values: Object.fromEntries(values), deleted };
      return reply.code(202).send(await create(request, "SET_ATTRIBUTES", input));
    },

    setType: async (request, reply) => {
      const typeId = deviceTypeIdOf(request.body.deviceProfileId.id);
      return reply.code(202).send(await create(request, "SET_TYPE", { choice: choiceOf(request.body), typeId }));
    },

    acknowledgeAlarms: async (request, reply) =>
      reply.code(202).send(await create(request, "ACKNOWLEDGE_ALARMS", { choice: choiceOf(request.body) })),

    moveDevices: async (request, reply) => {
      const input = { choice: choiceOf(request.body), projectId: projectIdIn(request.body.projectId) };
      return reply.code(202).send(await create(request, "MOVE_DEVICES", input));
    },

    deleteDevices: async (request, reply) =>
      reply.code(202).send(await create(request, "DELETE_DEVICES", { choice: choiceOf(request.body) })),

    sendCommand: async (request, reply) => {
      const { expiresIn = null } = request.body.command;
      const command = commandBodyOf(request.body.command);
      const input = { choice: choiceOf(request.body), command, expiresInMs: expiresIn };
      return reply.code(202).send(await create(request, "SEND_COMMAND", input));
    },
  });
}

const nullsIn = (attributes: Readonly<Record<string, unknown>>): readonly string[] =>
  Object.entries(attributes).flatMap(([key, value]) => (value === null ? [key] : []));

const jobIdOf = (text: string): JobId => text.toLowerCase() as JobId;
