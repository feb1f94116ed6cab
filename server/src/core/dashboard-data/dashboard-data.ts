import {
  type DataQuery,
  type DataRequest,
  neededByQuery,
  type PlainSelection,
  queryProblem,
} from "@heliograph/contract";
import { AppError } from "../../kernel/errors.ts";
import { epochMs } from "../../kernel/time.ts";
import type { DeviceWithActivity } from "../devices/index.ts";
import type { Reach } from "../projects/index.ts";
import { invalidRange } from "../telemetry/index.ts";
import { answerTo, type DataSources } from "./answers/index.ts";
import { type ChoosingParts, chosenDevices } from "./chosen-devices.ts";
import type { DataPiece } from "./data-piece.ts";
import type { DataReader } from "./data-reader.ts";
import { queryInvalid, variableUnknown } from "./errors.ts";
import { QueryBudget, type QueryLimits } from "./query-budget.ts";

interface DashboardDataParts {
  readonly choosing: ChoosingParts;
  readonly sources: DataSources;
  readonly limits: QueryLimits;
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
    for (const [name, query] of Object.entries(request.queries)) {
      if (reader.gone.aborted) return;
      try {
        yield* this.#answerOne(reader, request, budget, { name, query, choice: choices.get(name) });
        yield { is: "done", query: name };
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        yield { is: "problem", query: name, problem: error };
      }
    }
    if (!reader.gone.aborted) yield { is: "end" };
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
    const around = { sources: this.#parts.sources, devices, reach, range, budget, gone: reader.gone };
    for await (const piece of answerTo(query, { ...around, timeZone: request.timeZone ?? "UTC" }))
      yield { is: "answer", query: name, piece };
  }
}

interface Asked {
  readonly name: string;
  readonly query: DataQuery;
  readonly choice: Choice | AppError | undefined;
}

/** For each question its devices; those that are about the same ones, by the same right, share them. */
function choicesOf(reader: DataReader, request: DataRequest): Map<string, Choice | AppError> {
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

function choiceOf(reader: DataReader, request: DataRequest, query: DataQuery): Choice | AppError {
  try {
    const reach = reader.reachTo(["VIEW_DEVICES", ...neededByQuery(query)]);
    return { selection: selectionIn(request, query), reach, queries: [] };
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

function selectionIn({ variables = {} }: DataRequest, { devices }: DataQuery): PlainSelection {
  if (devices.kind !== "VARIABLE") return devices;
  const chosen = Object.hasOwn(variables, devices.name) ? variables[devices.name] : undefined;
  if (!chosen) throw variableUnknown(devices.name);
  return chosen;
}
