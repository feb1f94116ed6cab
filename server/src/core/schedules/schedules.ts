import type { AuditAction } from "@heliograph/contract";
import { requireCalendarRange } from "../../kernel/calendar-range.ts";
import { type JobId, newId, type ScheduleId } from "../../kernel/ids.ts";
import { longWork } from "../../kernel/long-work-queue.ts";
import { requireVisibleName } from "../../kernel/name-form.ts";
import type { Page, PageRequest } from "../../kernel/paging.ts";
import { foldCase } from "../../kernel/text.ts";
import type { Clock, EpochMs } from "../../kernel/time.ts";
import type { Principal } from "../access/index.ts";
import type { ActNotes, Audit, Facts } from "../audit/index.ts";
import type { Transactions } from "../changes/index.ts";
import { type ChoiceAsker, ChoiceReach, type JobMaker, type Jobs, makerOf } from "../jobs/index.ts";
import type { Reach } from "../projects/index.ts";
import { tenantNotFound } from "../tenants/index.ts";
import {
  scheduleNameTaken,
  scheduleNeedsMember,
  scheduleNotFound,
  scheduleRunning,
  scheduleStale,
  tooManySchedules,
} from "./errors.ts";
import { plannedTimes, timesOfEach } from "./planned-times.ts";
import { jobOf } from "./run-of.ts";
import {
  choiceOfWork,
  type Schedule,
  type ScheduledWork,
  type ScheduleProperties,
  type ScheduleRun,
} from "./schedule.ts";
import type { ScheduleStore } from "./schedule-store.ts";
import { requireFuture, requireTiming } from "./timing.ts";

export interface ScheduleLimits {
  readonly perTenant: number;
  /** Of one schedule; the oldest go. */
  readonly runsKept: number;
}

interface ScheduleParts {
  readonly store: ScheduleStore;
  readonly jobs: Pick<Jobs, "check" | "begin">;
  readonly transactions: Transactions;
  readonly audit: Audit;
  readonly clock: Clock;
}

/** Who changes a schedule, and from where. */
export interface ScheduleEditor extends ChoiceAsker {
  readonly by: Principal;
  readonly address: string;
}

export interface ScheduleFilter {
  readonly textSearch: string | undefined;
  readonly enabled: boolean | undefined;
}

/** What a schedule has done and will do between two moments. */
export interface CalendarEntry {
  readonly schedule: Schedule;
  readonly times: readonly EpochMs[];
  readonly more: boolean;
  readonly runs: readonly ScheduleRun[];
}

const calendarRunsAtMost = 5_000;

/** Schedules as people make and change them [SCH1]. */
export class Schedules {
  readonly #parts: ScheduleParts;
  readonly #limits: ScheduleLimits;
  readonly #reach: ChoiceReach<Schedule>;

  constructor(parts: ScheduleParts, limits: ScheduleLimits) {
    this.#parts = parts;
    this.#limits = limits;
    this.#reach = new ChoiceReach({
      ...{ places: parts.store, notFound: scheduleNotFound, view: "VIEW_SCHEDULES", edit: "EDIT_SCHEDULES" },
      choiceOf: ({ work }) => choiceOfWork(work),
    });
  }

  async list(by: ChoiceAsker, { textSearch, enabled }: ScheduleFilter): Promise<readonly Schedule[]> {
    const text = foldCase(textSearch ?? "");
    const seen = await this.#reach.seen(by, await this.#parts.store.list(by.reach.tenantId));
    return seen.filter(
      (one) => (enabled === undefined || one.enabled === enabled) && foldCase(one.name).includes(text),
    );
  }

  async require(by: ChoiceAsker, id: ScheduleId): Promise<Schedule> {
    const schedule = await this.#find(by.reach, id);
    await this.#reach.requireSeen(by, schedule);
    return schedule;
  }

  async runs(by: ChoiceAsker, id: ScheduleId, page: PageRequest): Promise<Page<ScheduleRun>> {
    await this.require(by, id);
    return this.#parts.store.runs(id, page);
  }

  async calendar(by: ChoiceAsker, from: EpochMs, to: EpochMs): Promise<readonly CalendarEntry[]> {
    requireCalendarRange({ from, to });
    const schedules = await this.list(by, { textSearch: undefined, enabled: undefined });
    const ids = schedules.map(({ id }) => id);
    const runs = await this.#parts.store.runsBetween(ids, from, to, calendarRunsAtMost);
    const byId = Map.groupBy(runs, ({ scheduleId }) => scheduleId);
    const entries: CalendarEntry[] = [];
    const atMost = timesOfEach(schedules.length);
    for (const schedule of schedules) {
      await longWork.nextPiece();
      entries.push({ schedule, ...plannedTimes(schedule, from, to, atMost), runs: byId.get(schedule.id) ?? [] });
    }
    return entries;
  }

  async create(editor: ScheduleEditor, properties: ScheduleProperties): Promise<Schedule> {
    requireVisibleName("name", properties.name);
    const { tenantId } = editor.reach;
    const [id, now] = [newId<ScheduleId>(), this.#parts.clock()];
    const maker = await this.#makerOf(editor, properties);
    return this.#change(editor.reach, id, "ADDED", async (notes) => {
      const since = { version: 1, createdTime: now, updatedTime: now };
      const schedule: Schedule = {
        ...properties,
        ...since,
        id,
        tenantId,
        maker,
        dueTime: this.#dueOf(properties, now),
      };
      notes.entity(schedule.name);
      notes.facts(factsOf(schedule));
      const outcome = await this.#parts.store.insert(schedule, this.#limits.perTenant);
      if (outcome === "no-such-tenant") throw tenantNotFound(tenantId);
      if (outcome === "too-many") throw tooManySchedules(this.#limits.perTenant);
      if (outcome === "name-taken") throw scheduleNameTaken(schedule.name);
      return schedule;
    });
  }

  /** `version` is the one it was made from: of two who change a schedule, the second is told of the first. */
  async update(
    editor: ScheduleEditor,
    id: ScheduleId,
    version: number,
    changed: (before: Schedule) => ScheduleProperties,
  ): Promise<Schedule> {
    const found = await this.#requireChangeable(editor, id);
    const maker = await this.#makerOf(editor, changed(found));
    return this.#change(editor.reach, id, "UPDATED", async (notes) => {
      const before = await this.#requireChangeable(editor, id);
      const properties = changed(before);
      if (properties.name !== before.name) requireVisibleName("name", properties.name);
      const now = this.#parts.clock();
      const dueTime = this.#dueOf(properties, now);
      const after: Schedule = { ...before, ...properties, maker, version: version + 1, updatedTime: now, dueTime };
      notes.entity(before.name);
      notes.before({ ...factsOf(before), version: before.version });
      notes.after({ ...factsOf(after), version: after.version }); // scripts are not told, that they are others is
      const outcome = before.version === version ? await this.#parts.store.update(after) : "changed";
      if (outcome === "changed") throw scheduleStale(before.name, before.version);
      if (outcome === "name-taken") throw scheduleNameTaken(after.name);
      return after;
    });
  }

  async remove(editor: ScheduleEditor, id: ScheduleId): Promise<void> {
    await this.#change(editor.reach, id, "DELETED", async (notes) => {
      const schedule = await this.#requireChangeable(editor, id);
      notes.entity(schedule.name);
      notes.before(factsOf(schedule));
      await this.#parts.store.remove(id);
    });
  }

  /** Now, in the name of who asks; the next run by the clock stays where it is. */
  async runNow(editor: ScheduleEditor, id: ScheduleId): Promise<ScheduleRun> {
    const found = await this.#requireChangeable(editor, id);
    const maker = makerOf(editor.by, editor.address);
    await this.#check(editor, found);
    return this.#change(editor.reach, id, "SCHEDULE_RUN", async (notes) => {
      const schedule = await this.#requireChangeable(editor, id);
      notes.entity(schedule.name);
      const { store, jobs, clock } = this.#parts;
      if (await store.isUnderWay(id)) throw scheduleRunning(schedule.name);
      const [jobId, now] = [newId<JobId>(), clock()];
      const begun = { scheduleId: id, dueTime: now, startedTime: now, finishedTime: null, missed: 0, jobId } as const;
      const run = { ...begun, trigger: "PERSON", state: "QUEUED" } as const;
      if (!(await store.addRun(run, this.#limits.runsKept))) throw scheduleRunning(schedule.name);
      await jobs.begin(maker, { ...jobOf(schedule, now), id: jobId });
      return { ...run, total: null, changed: 0, failed: 0, error: null };
    });
  }

  /** Refused at once: what its maker may not do, what would never run, and who is in the tenant for minutes. */
  async #makerOf(editor: ScheduleEditor, properties: ScheduleProperties): Promise<JobMaker> {
    const maker = makerOf(editor.by, editor.address);
    if (maker.visitId !== null) throw scheduleNeedsMember();
    this.#dueOf(properties, this.#parts.clock());
    await this.#check(editor, { ...properties, id: newId<ScheduleId>(), tenantId: editor.reach.tenantId });
    return maker;
  }

  /** What whoever asks may do by themselves, at this moment. */
  async #check({ by }: ScheduleEditor, schedule: Parameters<typeof jobOf>[0]): Promise<void> {
    const { kind, input } = jobOf(schedule, this.#parts.clock());
    await this.#parts.jobs.check(by, kind, input);
  }

  #dueOf(properties: ScheduleProperties, now: EpochMs): EpochMs | null {
    if (properties.enabled) return requireFuture(properties, now);
    requireTiming(properties);
    if (properties.timing.kind !== "ONCE") requireFuture(properties, now);
    return null;
  }

  async #find({ tenantId }: Reach, id: ScheduleId): Promise<Schedule> {
    const schedule = await this.#parts.store.find(tenantId, id);
    if (!schedule) throw scheduleNotFound(id);
    return schedule;
  }

  async #requireChangeable(by: ChoiceAsker, id: ScheduleId): Promise<Schedule> {
    const schedule = await this.#find(by.reach, id);
    await this.#reach.requireChangeable(by, schedule);
    return schedule;
  }

  #change<T>(reach: Reach, id: ScheduleId, action: AuditAction, work: (notes: ActNotes) => Promise<T>): Promise<T> {
    const { audit, transactions } = this.#parts;
    const entity = { type: "SCHEDULE", id } as const;
    return audit.change({ action, tenantId: reach.tenantId, entity }, (notes) => transactions.run(() => work(notes)));
  }
}

const factsOf = ({ name, description, enabled, timing, timeZone, missed, work }: ScheduleProperties): Facts => ({
  ...{ name, description, enabled, timing, timeZone, missed },
  action: { ...choiceOfWork(work), ...toldOf(work) },
});

/** Scripts and parameters may hold anything, secrets too: the log names how many commands there are. */
function toldOf(work: ScheduledWork): Facts {
  switch (work.kind) {
    case "COMMANDS":
      return { kind: work.kind, commands: work.commands.map(({ command }) => command.type) };
    case "REPORT":
    case "NOTIFY":
      return { ...work };
    default: {
      const { choice: _, ...told } = work;
      return told;
    }
  }
}
