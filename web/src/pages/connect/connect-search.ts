/** Which device is connected. */
export interface ConnectSearch {
  readonly device?: string;
}

export interface FirstStepsSearch extends ConnectSearch {
  /** Where a new one goes. */
  readonly project?: string;
}

const textOf = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);

export function connectSearchOf({ device }: Record<string, unknown>): ConnectSearch {
  const id = textOf(device);
  return id === undefined ? {} : { device: id };
}

export function firstStepsSearchOf({ project, ...rest }: Record<string, unknown>): FirstStepsSearch {
  const id = textOf(project);
  return { ...connectSearchOf(rest), ...(id !== undefined && { project: id }) };
}
