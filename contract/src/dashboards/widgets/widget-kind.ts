import type { Static, TObject } from "typebox";
import type { DataQuery } from "../queries/index.ts";

/** Options as JSON, of whatever version. */
export type AnyOptions = Readonly<Record<string, unknown>>;

/** Makes options of the next version out of those of one: what was saved long ago is read as if it were saved today. */
export type MigrationStep = (options: AnyOptions) => AnyOptions;

/** What a widget is asked with. */
export interface Asked {
  /** What CHANNEL, CHOICE and TEXT variables stand for; those of devices are resolved by the server. */
  readonly texts: ReadonlyMap<string, string>;
  /** How wide it is drawn, in pixels. */
  readonly width: number;
}

/** One kind of widget: what is stored of it, and how an old one becomes a new one [DSH1]. */
export interface WidgetKindOf<Kind extends string, Schema extends TObject> {
  readonly kind: Kind;
  readonly schema: Schema;
  /** What a new one begins with. */
  readonly defaults: Static<Schema>;
  /** 1 and one more for each step. */
  readonly version: number;
  /** The first one takes options of version 1. */
  readonly steps: readonly MigrationStep[];
  /** What it has to know to be shown, by names of its own [DSH4]. */
  readonly queriesOf: (options: Static<Schema>, asked: Asked) => Readonly<Record<string, DataQuery>>;
  /** Why its options make no sense, or undefined. */
  readonly problemOf: (options: Static<Schema>) => string | undefined;
}

interface Definition<Kind extends string, Schema extends TObject> {
  readonly kind: Kind;
  readonly schema: Schema;
  readonly defaults: Static<Schema>;
  readonly steps?: readonly MigrationStep[];
  readonly queriesOf?: (options: Static<Schema>, asked: Asked) => Readonly<Record<string, DataQuery>>;
  readonly problemOf?: (options: Static<Schema>) => string | undefined;
}

/** Keeps the exact types: the union of all widgets is made from them. */
export const widgetKind = <const Kind extends string, Schema extends TObject>({
  kind,
  schema,
  defaults,
  steps = [],
  queriesOf = () => ({}),
  problemOf = () => undefined,
}: Definition<Kind, Schema>): WidgetKindOf<Kind, Schema> => ({
  ...{ kind, schema, defaults, steps, queriesOf, problemOf },
  version: 1 + steps.length,
});

/** Options as the newest version has them; undefined for a version that this program does not know. */
export function migrated(
  { steps, version: newest }: { readonly steps: readonly MigrationStep[]; readonly version: number },
  version: number,
  options: AnyOptions,
): AnyOptions | undefined {
  if (version < 1 || version > newest) return undefined;
  return steps.slice(version - 1).reduce((older, step) => step(older), options);
}
