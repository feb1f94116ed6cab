import {
  type RuleDefinition,
  type RuleImportReport,
  type RuleNames,
  type RuleProblem,
  type RuleReferenceKind,
  ruleReferenceKinds,
  said,
} from "@heliograph/contract";
import { foldCase } from "../../../kernel/text.ts";
import { type Reach, wholeTenant } from "../../projects/index.ts";
import { namesByStoredId, namesToTell, type ReferenceNames } from "../../references/index.ts";
import type { Rule, RuleProperties } from "../live/rule.ts";
import { askerOf, neededToSave, type RuleAsker, type RuleEditor } from "./rule-editor.ts";
import { type RuleReference, referencesIn, withReferences } from "./rule-references.ts";
import type { Rules } from "./rules.ts";

interface Parts {
  readonly rules: Pick<Rules, "skippedAmong" | "importAll" | "sense">;
  readonly names: ReferenceNames;
}

type SentRule = Omit<RuleProperties, "mode">;

/** Rules as they come from elsewhere. */
export interface RulesFromFile {
  readonly rules: readonly SentRule[];
  /** Undefined in files of before names were told. */
  readonly names: RuleNames | undefined;
}

export interface RuleImportOrder {
  readonly isDryRun: boolean;
  /** What may be found by its name: whoever may not see users does not learn which there are. */
  readonly isSearched: (kind: RuleReferenceKind) => boolean;
}

type Problems = RuleImportReport["problems"];
type Found = ReadonlyMap<RuleReferenceKind, ReadonlyMap<string, readonly string[]>>;

/** Rules that go from one tenant to another: what they name has other ids there, and the same names [RUL5]. */
export class RuleTravel {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** What rules name, as people call it; kinds without a reach are not told. */
  namesIn(
    rules: readonly Pick<Rule, "definition">[],
    reachTo: (kind: RuleReferenceKind) => Reach | undefined,
  ): Promise<RuleNames> {
    const references = rules.flatMap(({ definition }) => referencesIn(definition));
    const ids = ruleReferenceKinds.map((kind) => [kind, idsOf(references, kind)] as const);
    return namesToTell(this.#parts.names, ids, reachTo);
  }

  /** All of them or none. What is here neither by its id nor by its name is told of every rule. */
  async import(editor: RuleEditor, file: RulesFromFile, order: RuleImportOrder): Promise<RuleImportReport> {
    const { rules } = this.#parts;
    const by = askerOf(editor, neededToSave(file.rules.map(({ definition }) => definition)));
    const { names } = file;
    const there = await rules.skippedAmong(by.reach, file.rules);
    const wanted = names && firstOf(file.rules, there.created);
    const settled = wanted && (await this.#settled(by, wanted, toldIn(names), order));
    const problems = settled?.flatMap((one) => one.problems) ?? [];
    if (problems.length > 0) return { created: [], skipped: there.skipped, problems };
    const definitions = new Map(settled?.map(({ rule, definition }) => [rule, definition]));
    const all = file.rules.map((rule) => ({ ...rule, definition: definitions.get(rule) ?? rule.definition }));
    return { ...(await rules.importAll(editor, all, { mode: "OFF", isDryRun: order.isDryRun })), problems: [] };
  }

  async #settled(by: RuleAsker, rules: readonly SentRule[], told: Told, order: RuleImportOrder) {
    const missing = new Map<SentRule, ReadonlySet<string>>();
    for (const rule of rules)
      missing.set(rule, pathsOf(await this.#parts.rules.sense.namesMissing(by, rule.definition)));
    const isMissing = (rule: SentRule, { path }: RuleReference) => missing.get(rule)?.has(path) ?? false;
    const elsewhere = rules.flatMap((rule) => referencesIn(rule.definition).filter((one) => isMissing(rule, one)));
    const found = await this.#found(by, elsewhere, told, order);
    const settled: { rule: SentRule; definition: RuleDefinition; problems: Problems }[] = [];
    for (const rule of rules) {
      const definition = withReferences(rule.definition, (reference) =>
        isMissing(rule, reference) ? (onlyOne(found, told, reference) ?? reference.id) : reference.id,
      );
      settled.push({ rule, definition, problems: await this.#problems(by, rule, definition, { told, found }) });
    }
    return settled;
  }

  /** Candidates of each name; whether one may be used is asked afterwards. */
  async #found(by: RuleAsker, missing: readonly RuleReference[], told: Told, order: RuleImportOrder): Promise<Found> {
    const found = new Map<RuleReferenceKind, ReadonlyMap<string, readonly string[]>>();
    for (const kind of ruleReferenceKinds.filter(order.isSearched)) {
      const names = missing.flatMap((one) => (one.kind === kind ? (told(one) ?? []) : []));
      const reach = isInProjects.has(kind) ? by.reach : wholeTenant(by.reach.tenantId);
      found.set(kind, await this.#parts.names.idsOf(reach, kind, [...new Set(names)]));
    }
    return found;
  }

  async #problems(
    by: RuleAsker,
    { name, definition: sent }: SentRule,
    definition: RuleDefinition,
    { told, found }: { readonly told: Told; readonly found: Found },
  ): Promise<Problems> {
    const left = await this.#parts.rules.sense.namesMissing(by, definition);
    if (left.some(({ path }) => path.startsWith("scope.")))
      await this.#parts.rules.sense.refuseReadable(by.reach, sent.scope);
    const references = new Map(referencesIn(sent).map((one) => [one.path, one]));
    return left.flatMap((problem) => {
      const reference = references.get(problem.path);
      return reference ? [{ rule: name, path: problem.path, ...notHere(problem, reference, told, found) }] : [];
    });
  }
}

type Told = (reference: RuleReference) => string | undefined;

/** Looked for within reach; the others are the tenant's. */
const isInProjects: ReadonlySet<RuleReferenceKind> = new Set(["devices", "projects", "webhooks"]);

const singular: Readonly<Record<RuleReferenceKind, string>> = {
  ...{ devices: "device", deviceTypes: "device type", deviceGroups: "device group", projects: "project" },
  ...{ users: "user", roles: "role", webhooks: "webhook", reports: "report" },
};

function toldIn(names: RuleNames): Told {
  const byKind = new Map(ruleReferenceKinds.map((kind) => [kind, namesByStoredId(names[kind])]));
  return ({ kind, id }) => byKind.get(kind)?.get(id);
}

const idsOf = (references: readonly RuleReference[], kind: RuleReferenceKind): ReadonlySet<string> =>
  new Set(references.filter((one) => one.kind === kind).map(({ id }) => id));

const pathsOf = (problems: readonly RuleProblem[]): ReadonlySet<string> => new Set(problems.map(({ path }) => path));

const candidates = (found: Found, told: Told, reference: RuleReference): readonly string[] =>
  found.get(reference.kind)?.get(told(reference) ?? "") ?? [];

function onlyOne(found: Found, told: Told, reference: RuleReference): string | undefined {
  const [one, another] = candidates(found, told, reference);
  return another === undefined ? one : undefined;
}

function notHere({ message, code, params }: RuleProblem, reference: RuleReference, told: Told, found: Found) {
  const [name, what] = [told(reference), singular[reference.kind]];
  if (name === undefined) return { message, ...(code && { code }), ...(params && { params }) };
  const isClear = candidates(found, told, reference).length < 2;
  const label = what.replace(" ", "_").toUpperCase();
  if (isClear) return said(`NOT_HERE_${label}`, `There is no ${what} "${name}" here`, { name });
  return said(`SEVERAL_HERE_${label}`, `There are several ${what}s "${name}" here`, { name });
}

/** Those that will be made: of two of one name, the first. */
function firstOf(rules: readonly SentRule[], created: readonly string[]): readonly SentRule[] {
  const names = new Set(created.map(foldCase));
  return rules.filter(({ name }) => names.delete(foldCase(name)));
}
