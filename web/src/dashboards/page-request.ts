import type { DataRequest } from "@heliograph/contract";

export { pageRequest, questionName, type VariableChoices } from "@heliograph/contract";

/** The widgets a request asks for; their names have no dot. */
export const askingWidgets = ({ queries }: Pick<DataRequest, "queries">): ReadonlySet<string> =>
  new Set(Object.keys(queries).map((question) => question.slice(0, question.indexOf("."))));
