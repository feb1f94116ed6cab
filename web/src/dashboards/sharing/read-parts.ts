import {
  type DashboardConfiguration,
  type DashboardNames,
  type DeviceSelection,
  pageRequest,
} from "@heliograph/contract";

/** What the questions of a dashboard are about, on all of its pages: that, and nothing else, is behind a link to it [DSH6]. */
interface ReadParts {
  readonly selections: readonly DeviceSelection[];
  readonly keys: readonly string[];
  /** Some widget shows whatever there is. */
  readonly isEveryKey: boolean;
}

export function readParts(configuration: DashboardConfiguration): ReadParts {
  const view = { configuration, from: 0, to: 1, timeZone: "UTC", choices: {}, width: 1 };
  const queries = configuration.pages.flatMap((page) => Object.values(pageRequest({ ...view, page })?.queries ?? {}));
  const selections = new Map(queries.map(({ devices }) => [JSON.stringify(devices), devices]));
  const keys = new Set(queries.flatMap((query) => (isOfChannels(query) ? (query.keys ?? []) : [])));
  return {
    selections: [...selections.values()],
    keys: [...keys].sort(),
    isEveryKey: queries.some((query) => query.kind === "LATEST" && query.keys === undefined),
  };
}

const isOfChannels = <Query extends { readonly kind: string }>(query: Query): query is Query & { keys?: string[] } =>
  query.kind === "LATEST" || query.kind === "SERIES" || query.kind === "CHANGES";

interface SelectionWords {
  readonly everyDevice: string;
  readonly ofType: (name: string) => string;
  readonly ofGroup: (name: string) => string;
  readonly ofProject: (name: string) => string;
  readonly ofVariable: (name: string) => string;
}

/** Which devices a selection is, in words; none for what is gone. */
export function selectionTexts(
  selection: DeviceSelection,
  names: DashboardNames,
  { variables }: Pick<DashboardConfiguration, "variables">,
  words: SelectionWords,
): readonly string[] {
  const said = (name: string | undefined, text: (name: string) => string) => (name === undefined ? [] : [text(name)]);
  switch (selection.kind) {
    case "ALL":
      return [words.everyDevice];
    case "DEVICES":
      return selection.deviceIds.flatMap((id) => names.devices?.[id] ?? []);
    case "TYPE":
      return said(names.deviceTypes?.[selection.deviceProfileId], words.ofType);
    case "GROUP":
      return said(names.deviceGroups?.[selection.deviceGroupId], words.ofGroup);
    case "PROJECT":
      return said(names.projects?.[selection.projectId], words.ofProject);
    case "VARIABLE": {
      const variable = variables.find(({ name }) => name === selection.name);
      return [words.ofVariable(variable?.label ?? selection.name)];
    }
  }
}
