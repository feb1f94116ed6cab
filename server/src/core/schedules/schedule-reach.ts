import type { AppError } from "../../kernel/errors.ts";
import type { DeviceId, ProjectId, UserId } from "../../kernel/ids.ts";
import { permissionDenied } from "../access/index.ts";
import { type Reach, reaches } from "../projects/index.ts";
import { scheduleNotFound } from "./errors.ts";
import type { Schedule } from "./schedule.ts";
import type { ScheduleStore } from "./schedule-store.ts";

/** Who asks, and where they may see or change schedules. */
export interface ScheduleAsker {
  readonly reach: Reach;
  readonly userId: UserId;
}

type Places = ReadonlyMap<DeviceId, ProjectId | null>;

/**
 * Who sees a schedule and who changes it [PRJ1]. It runs in its maker's name and reach, so whoever sees it gains nothing
 * by it: seen is what names something within reach, changed what names nothing else; one's own are both.
 */
export class ScheduleReach {
  readonly #store: Pick<ScheduleStore, "projectsOf">;

  constructor(store: Pick<ScheduleStore, "projectsOf">) {
    this.#store = store;
  }

  async seen(by: ScheduleAsker, schedules: readonly Schedule[]): Promise<readonly Schedule[]> {
    if (by.reach.projects === "all") return schedules;
    const named = schedules.flatMap(({ work }) => ("deviceIds" in work.choice ? work.choice.deviceIds : []));
    const places = await this.#store.projectsOf(by.reach.tenantId, [...new Set(named)]);
    return schedules.filter((one) => isOwn(by, one) || placesOf(one, places).some((place) => reaches(by.reach, place)));
  }

  async requireSeen(by: ScheduleAsker, schedule: Schedule): Promise<void> {
    if ((await this.seen(by, [schedule])).length === 0) throw scheduleNotFound(schedule.id);
  }

  async requireChangeable(by: ScheduleAsker, schedule: Schedule): Promise<void> {
    const { reach } = by;
    if (reach.projects === "all" || isOwn(by, schedule)) return;
    const { choice } = schedule.work;
    const devices = "deviceIds" in choice ? choice.deviceIds : [];
    const places = placesOf(schedule, await this.#store.projectsOf(reach.tenantId, devices));
    if (places.length > 0 && places.every((place) => reaches(reach, place))) return;
    throw await this.#refused(by, schedule);
  }

  /** Refused to those who may read it [API3]. */
  async #refused({ reach, userId }: ScheduleAsker, schedule: Schedule): Promise<AppError> {
    const projects = reach.beyond?.readable("VIEW_SCHEDULES") ?? reach.projects;
    const readable = { reach: { tenantId: reach.tenantId, projects }, userId };
    const isSeen = (await this.seen(readable, [schedule])).length > 0;
    return isSeen ? permissionDenied(["EDIT_SCHEDULES"]) : scheduleNotFound(schedule.id);
  }
}

const isOwn = ({ userId }: ScheduleAsker, { maker }: Schedule): boolean => maker.userId === userId;

/** Where the named devices are, or the named project; of what is for whatever matches, nowhere. */
function placesOf({ work: { choice } }: Schedule, places: Places): readonly (ProjectId | null)[] {
  if ("deviceIds" in choice)
    return choice.deviceIds.flatMap((id) => {
      const place = places.get(id);
      return place === undefined ? [] : [place];
    });
  const { projectId } = choice.filter;
  return projectId === undefined || projectId === "none" ? [] : [projectId.toLowerCase() as ProjectId];
}
