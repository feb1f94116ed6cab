import type { DashboardConfiguration, DashboardPage } from "./configuration.ts";
import type { Place } from "./layout.ts";
import type { DashboardVariable } from "./variables.ts";

/** What of a dashboard is compared and put together. */
export interface DashboardContent {
  readonly title: string;
  readonly configuration: DashboardConfiguration;
}

export type Tree = Readonly<Record<string, unknown>>;

/**
 * A dashboard as a tree of names: lists whose items have names (pages, variables, places) become maps, and their order a
 * value of its own. So one more in front is one addition, and two who add different ones do not meet.
 */
export const treeOf = ({ title, configuration }: DashboardContent): Tree => {
  const { variables, pages, ...others } = configuration;
  return {
    title,
    ...others,
    ...namedTree("variables", variables, ({ name }) => name),
    variablesOrder: variables.map(({ name }) => name),
    ...namedTree("pages", pages.map(pageTree), ({ id }) => id),
    pagesOrder: pages.map(({ id }) => id),
  };
};

type PageTree = Tree & { readonly id: string };

const pageTree = ({ layout, narrow, ...page }: DashboardPage): PageTree => ({
  ...page,
  ...namedTree("layout", layout, ({ widget }) => widget),
  ...(narrow && namedTree("narrow", narrow, ({ widget }) => widget)),
});

function namedTree<T>(name: string, items: readonly T[], nameOf: (item: T) => string): Tree {
  return { [name]: Object.fromEntries(items.map((item) => [nameOf(item), item])) };
}

/** The other way round, of a tree that was made of such trees. */
export function contentOf(tree: Tree): DashboardContent {
  const { title, variables, variablesOrder, pages, pagesOrder, ...others } = tree;
  const configuration = {
    ...others,
    variables: inOrder<DashboardVariable>(variables, variablesOrder),
    pages: inOrder<PageTree>(pages, pagesOrder).map(pageOf),
  };
  return { title, configuration } as unknown as DashboardContent; // parts of dashboards at the places of these parts
}

function pageOf({ layout, narrow, ...page }: PageTree): DashboardPage {
  const places = (map: unknown) => Object.values((map ?? {}) as Readonly<Record<string, Place>>);
  return { ...page, layout: places(layout), ...(narrow !== undefined && { narrow: places(narrow) }) } as DashboardPage;
}

/** Those that are there, in the order asked for; those it does not name come last. */
function inOrder<T>(map: unknown, order: unknown): T[] {
  const named = new Map(Object.entries((map ?? {}) as Readonly<Record<string, T>>));
  const names = [...new Set([...((order ?? []) as readonly string[]), ...named.keys()])];
  return names.flatMap((name) => named.get(name) ?? []);
}

/** Own values only: a widget may be called like a part of every object. */
export const ownValue = (tree: Tree, name: string): unknown => (Object.hasOwn(tree, name) ? tree[name] : undefined);

export const isTree = (value: unknown): value is Tree =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * As JSON they say the same. The order of an object's fields says nothing, and one that is undefined is none. Nothing is
 * written for it: the text of a large dashboard takes longer than a request may hold the event loop [API11].
 */
export function isAlike(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (Array.isArray(one)) return Array.isArray(other) && areAlike(one, other);
  return isTree(one) && isTree(other) && hasSameFields(one, other);
}

const areAlike = (some: readonly unknown[], others: readonly unknown[]): boolean =>
  some.length === others.length && some.every((item, at) => isAlike(item, others[at]));

const hasSameFields = (one: Tree, other: Tree): boolean =>
  Object.keys(one).every((name) => isAlike(one[name], ownValue(other, name))) &&
  Object.keys(other).every((name) => other[name] === undefined || Object.hasOwn(one, name));
