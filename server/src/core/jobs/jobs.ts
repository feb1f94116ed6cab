import type { JobKindName } from "@heliograph/contract";
import { type JobId, newId, type TenantId } from "../../kernel/ids.ts";
import type { Page, PageRequest } from "../../kernel/paging.ts";
import { type Clock, epochMs } from "../../kernel/time.ts";
import { type Principal, type Standing, tenantNeeded } from "../access/index.ts";
import type { Audit, Facts } from "../audit/index.ts";
import type { Transactions } from "../changes/index.ts";
import type { DeviceChoice } from "../devices/index.ts";
import { jobFinished, jobNotFound, jobNotUndoable, jobStillOpen, jobsTooMany, jobUndone } from "./errors.ts";
import type { Job, JobMaker } from "./job.ts";
import type { JobKind } from "./job-kind.ts";
import { makerOf } from "./job-maker.ts";
import type { JobQuery, JobStore } from "./job-store.ts";

interface JobsParts {
  readonly store: JobStore;
  readonly kinds: readonly JobKind[];
  readonly transactions: Transactions;
  readonly audit: Audit;
  readonly clock: Clock;
}

/** Jobs as people see them: asked for, watched, cancelled. Doing them is the runner's. */
export class Jobs {
  readonly #parts: JobsParts;
  readonly #openPerTenant: number;
  #wake: () => void = () => undefined;

  constructor(parts: JobsParts, openPerTenant: number) {
    this.#parts = parts;
    this.#openPerTenant = openPerTenant;
  }

  /** Whoever does jobs is told when there is a new one. */
  onAdded(wake: () => void): void {
    this.#wake = wake;
  }

  async create(by: Principal, address: string, kind: JobKindName, input: object): Promise<Job> {
    const { store, audit, transactions } = this.#parts;
    const tenantId = tenantOf(by);
    await this.check(by, kind, input);
    const job = this.#newJob(makerOf(by, address), { tenantId, kind, input });
    const entity = { type: "JOB", id: job.id, name: kind } as const;
    const facts = this.#kindOf(kind)?.factsOf?.(input) ?? factsOf(input);
    await audit.change({ action: "JOB_STARTED", tenantId, entity, facts }, async () => {
      if (!(await store.create(job, this.#openPerTenant))) throw jobsTooMany(this.#openPerTenant);
      await this.#kindOf(kind)?.begun?.(job, input);
      transactions.afterCommit(() => this.#wake());
    });
    return job;
  }

  /** What is refused at once, before there is a job. */
  async check(by: Principal, kind: JobKindName, input: object): Promise<void> {
    await this.#kindOf(kind)?.check(by, input);
  }

  /** In the transaction of whoever wants it in somebody's name, and bounds how many of them there are. */
  async begin(maker: JobMaker, what: Pick<Job, "id" | "tenantId" | "kind" | "input">): Promise<void> {
    await this.#begin(maker, what, Number.POSITIVE_INFINITY);
  }

  /** As `begin`, where nobody bounds how many of them there are: refused where the tenant has too many open ones. */
  async beginAmongOthers(maker: JobMaker, what: Pick<Job, "id" | "tenantId" | "kind" | "input">): Promise<Job> {
    return this.#begin(maker, what, this.#openPerTenant);
  }

  async #begin(maker: JobMaker, what: Pick<Job, "id" | "tenantId" | "kind" | "input">, atMost: number): Promise<Job> {
    const job = { ...this.#newJob(maker, what), id: what.id };
    if (!(await this.#parts.store.create(job, atMost))) throw jobsTooMany(atMost);
    await this.#kindOf(what.kind)?.begun?.(job, job.input);
    this.#parts.transactions.afterCommit(() => this.#wake());
    return job;
  }

  /** Another job takes back what it did, as far as nobody changed it since. */
  async undo(by: Principal, address: string, id: JobId): Promise<Job> {
    const { kind, input, state, isUndoable, undoneBy } = await this.require(by, id);
    if (!isUndoable) throw jobNotUndoable(id);
    if (undoneBy !== null) throw jobUndone(id);
    if (state === "QUEUED" || state === "RUNNING") throw jobStillOpen(id);
    return this.create(by, address, "UNDO_JOB", { jobId: id, of: kind, input });
  }

  async require(by: Principal, id: JobId): Promise<Job> {
    const job = await this.#parts.store.find(seenBy(by), id);
    if (!job) throw jobNotFound(id);
    return job;
  }

  list(by: Principal, isOpen: boolean | undefined, page: PageRequest): Promise<Page<Job>> {
    return this.#parts.store.page({ ...seenBy(by), isOpen }, page);
  }

  stream(by: Principal, isOpen?: boolean): AsyncIterable<readonly Job[]> {
    return this.#parts.store.stream({ ...seenBy(by), isOpen });
  }

  /** What is done stays done; the step that is under way is finished first. */
  async cancel(by: Principal, id: JobId): Promise<Job> {
    const { store, audit, clock } = this.#parts;
    const tenantId = tenantOf(by);
    return audit.change({ action: "JOB_CANCELLED", tenantId, entity: { type: "JOB", id } }, async (notes) => {
      const outcome = await store.cancel(cancelledBy(by), id, clock());
      if (!outcome) throw jobNotFound(id);
      if (outcome === "finished") throw jobFinished(id);
      notes.entity(outcome.kind);
      return outcome;
    });
  }

  removeFinished(olderThanMs: number): Promise<number> {
    return this.#parts.store.removeFinished(epochMs(this.#parts.clock() - olderThanMs));
  }

  #kindOf(kind: JobKindName): JobKind | undefined {
    return this.#parts.kinds.find((one) => one.kind === kind);
  }

  #newJob(maker: JobMaker, what: Pick<Job, "tenantId" | "kind" | "input">): Job {
    return {
      ...{ id: newId<JobId>(), ...what, state: "QUEUED", maker },
      ...{ createdTime: this.#parts.clock(), startedTime: null, finishedTime: null, error: null, refusal: null },
      ...{ position: null, total: null, processed: 0, changed: 0, failed: 0, failures: [] },
      ...{ isUndoable: this.#kindOf(what.kind)?.isUndoable ?? false, undoneBy: null },
    };
  }
}

/** On what, and where to; of anything else nothing is told: a script may hold anything. */
function factsOf(input: { readonly choice?: DeviceChoice; readonly projectId?: unknown }): Facts {
  const { choice, projectId } = input;
  return {
    ...(choice && ("deviceIds" in choice ? { devices: choice.deviceIds.length } : { filter: choice.filter })),
    ...(projectId !== undefined && { projectId }),
  };
}

function tenantOf({ tenantId }: Standing): TenantId {
  if (tenantId === undefined) throw tenantNeeded();
  return tenantId;
}

/** One's own; all of the tenant for those who may know who did what in it. Failures name devices, perhaps of other projects. */
const seenBy = (by: Principal): JobQuery => ({
  tenantId: tenantOf(by),
  userId: by.permissions.has("VIEW_AUDIT_LOG") ? undefined : by.userId,
});

const cancelledBy = (by: Principal): JobQuery => ({
  tenantId: tenantOf(by),
  userId: by.permissions.has("MANAGE_SETTINGS") ? undefined : by.userId,
});
