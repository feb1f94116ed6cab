import {
  type DataQuery,
  type DataRequest,
  type LatestQuery,
  neededByQuery,
  type PlainSelection,
  queryProblem,
} from "@heliograph/contract";
import { AppError } from "../../kernel/errors.ts";
import type { DeviceId } from "../../kernel/ids.ts";
import { type EpochMs, epochMs } from "../../kernel/time.ts";
import type { DeviceWithActivity } from "../devices/index.ts";
import type { Reach } from "../projects/index.ts";
import { invalidRange } from "../telemetry/index.ts";
import { answerTo, type DataSources } from "./answers/index.ts";
import { type ChoosingParts, chosenDevices } from "./chosen-devices.ts";
import type { DataPiece } from "./data-piece.ts";
import type { DataReader } from "./data-reader.ts";
import { queryInvalid, variableUnknown } from "./errors.ts";
import { inTurn } from "./in-turn.ts";
import { QueryBudget, type QueryLimits } from "./query-budget.ts";

interface DashboardDataParts {
  readonly choosing: ChoosingParts;
  readonly sources: DataSources;
  readonly limits: QueryLimits;
}

/** As many as are read at once where nothing else is asked for; more would take the readers from others. */
const questionsAtOnce = 2;

type Choosing = Pick<DataRequest, "queries" | "variables">;

/** A page's questions for newest values. */
export interface WatchedRequest extends Pick<DataRequest, "variables"> {
  readonly queries: Readonly<Record<string, LatestQuery>>;
}

export interface WatchedDevices {
  readonly devices: ReadonlyMap<DeviceId, ReadonlySet<string>>;
  /** No other device joins by itself. */
  readonly isFixed: boolean;
  /** No earlier value is told, though it is the newest. */
  readonly notBefore?: EpochMs | undefined;
}

/** Devices that some questions are about, found once. */
interface Choice {
  readonly selection: PlainSelection;
  readonly reach: Reach;
  readonly queries: string[];
  found?: Promise<readonly DeviceWithActivity[]>;
}

/** Everything a page shows, in one go [DSH4]. What cannot be answered says why and leaves the others alone. */
export class DashboardData {
  readonly #parts: DashboardDataParts;

  constructor(parts: DashboardDataParts) {
    this.#parts = parts;
  }

  async *answer(reader: DataReader, request: DataRequest): AsyncGenerator<DataPiece> {
    if (request.startTs >= request.endTs) throw invalidRange("startTs must be before endTs");
    const budget = new QueryBudget(this.#parts.limits);
    const choices = choicesOf(reader, request);
    const questions = Object.entries(request.queries).map(
      ([name, query]) =>
        () =>
          this.#told(reader, request, budget, { name, query, choice: choices.get(name) }),
    );
    yield* inTurn(questions, questionsAtOnce);
    if (!reader.gone.aborted) yield { is: "end" };
  }

  async *#told(reader: DataReader, request: DataRequest, budget: QueryBudget, asked: Asked): AsyncGenerator<DataPiece> {
    if (reader.gone.aborted) return;
    try {
      yield* this.#answerOne(reader, request, budget, asked);
      yield { is: "done", query: asked.name };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      yield { is: "problem", query: asked.name, problem: error };
    }
  }

  /** Which keys of which devices a page shows the newest value of [DSH4]. What is gone or too much is told by its answer. */
  async watched(reader: DataReader, asked: WatchedRequest): Promise<WatchedDevices> {
    const devices = new Map<DeviceId, Set<string>>();
    const choices = choicesOf(reader, asked);
    for (const [name, { keys }] of Object.entries(asked.queries)) {
      if (!keys) continue; // all keys of many devices are asked for now and then
      for (const { id } of await this.#found(reader, choices.get(name))) {
        devices.set(id, new Set([...(devices.get(id) ?? []), ...keys]));
      }
    }
    return { devices, isFixed: [...choices.values()].every(isFixed) };
  }

  async #found(reader: DataReader, choice: Choice | AppError | undefined): Promise<readonly DeviceWithActivity[]> {
    if (choice instanceof AppError && choice.fault === "forbidden") throw choice;
    if (!choice || choice instanceof AppError) return [];
    const { choosing, limits } = this.#parts;
    choice.found ??= chosenDevices(choosing, reader, choice.reach, choice.selection, limits.devices);
    try {
      return await choice.found;
    } catch (error) {
      if (error instanceof AppError) return [];
      throw error;
    }
  }

  /** Those of a selection that somebody may see; too many are refused. */
  devices(reader: DataReader, selection: PlainSelection): Promise<readonly DeviceWithActivity[]> {
    const { choosing, limits } = this.#parts;
    return chosenDevices(choosing, reader, reader.reachTo(["VIEW_DEVICES"]), selection, limits.devices);
  }

  async *#answerOne(
    reader: DataReader,
    request: DataRequest,
    budget: QueryBudget,
    { name, query, choice }: Asked,
  ): AsyncGenerator<DataPiece> {
    const problem = queryProblem(query);
    if (problem !== undefined) throw queryInvalid(problem);
    if (choice instanceof AppError) throw choice;
    if (!choice) return;
    const { selection, reach, queries } = choice;
    const isFirst = choice.found === undefined;
    choice.found ??= chosenDevices(this.#parts.choosing, reader, reach, selection, budget.limits.devices);
    const devices = await choice.found;
    if (isFirst) yield { is: "devices", queries, devices };
    const range = { from: epochMs(request.startTs), to: epochMs(request.endTs) };
    const around = {
      sources: this.#parts.sources,
      devices,
      reach,
      range,
      budget,
      gone: reader.gone,
      times: reader.times ?? {},
    };
    for await (const piece of answerTo(query, { ...around, timeZone: request.timeZone ?? "UTC" }))
      yield { is: "answer", query: name, piece };
  }
}

/** The same devices whenever it is asked, as long as they are there. */
const isFixed = (choice: Choice | AppError): boolean =>
  choice instanceof AppError || choice.selection.kind === "DEVICES";

interface Asked {
  readonly name: string;
  readonly query: DataQuery;
  readonly choice: Choice | AppError | undefined;
}

/** For each question its devices; those that are about the same ones, by the same right, share them. */
function choicesOf(reader: DataReader, request: Choosing): Map<string, Choice | AppError> {
  const shared = new Map<string, Choice | AppError>();
  const choices = new Map<string, Choice | AppError>();
  for (const [name, query] of Object.entries(request.queries)) {
    const key = JSON.stringify([neededByQuery(query), query.devices]);
    const choice = shared.get(key) ?? choiceOf(reader, request, query);
    if (!(choice instanceof AppError)) choice.queries.push(name);
    shared.set(key, choice);
    choices.set(name, choice);
  }
  return choices;
}

function choiceOf(reader: DataReader, request: Choosing, query: DataQuery): Choice | AppError {
  try {
    const reach = reader.reachTo(["VIEW_DEVICES", ...neededByQuery(query)]);
    return { selection: selectionIn(request, query), reach, queries: [] };
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

function selectionIn({ variables = {} }: Choosing, { devices }: DataQuery): PlainSelection {
  if (devices.kind !== "VARIABLE") return devices;
  const chosen = Object.hasOwn(variables, devices.name) ? variables[devices.name] : undefined;
  if (!chosen) throw variableUnknown(devices.name);
  return chosen;
}
