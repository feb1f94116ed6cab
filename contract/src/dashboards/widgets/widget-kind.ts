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

/**
 * One kind of widget: what a new one is, how an old one becomes a new one, and what it asks [DSH1]. The schema of its options
 * stands beside it (`schemas.ts`): whoever looks at a dashboard checks none and does not fetch any.
 */
export interface WidgetKindOf<Kind extends string, Options> {
  readonly kind: Kind;
  /** What a new one begins with. */
  readonly defaults: Options;
  /** 1 and one more for each step. */
  readonly version: number;
  /** The first one takes options of version 1. */
  readonly steps: readonly MigrationStep[];
  /** What it has to know to be shown, by names of its own [DSH4]. */
  readonly queriesOf: (options: Options, asked: Asked) => Readonly<Record<string, DataQuery>>;
  /** Why its options make no sense, or undefined. */
  readonly problemOf: (options: Options) => string | undefined;
}

interface Definition<Kind extends string, Options> {
  readonly kind: Kind;
  readonly defaults: Options;
  readonly steps?: readonly MigrationStep[];
  readonly queriesOf?: (options: Options, asked: Asked) => Readonly<Record<string, DataQuery>>;
  readonly problemOf?: (options: Options) => string | undefined;
}

/** Keeps the exact types: the union of all widgets is made from them. */
export const widgetKind = <Kind extends string, Options>({
  kind,
  defaults,
  steps = [],
  queriesOf = () => ({}),
  problemOf = () => undefined,
}: Definition<Kind, Options>): WidgetKindOf<Kind, Options> => ({
  ...{ kind, defaults, steps, queriesOf, problemOf },
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
