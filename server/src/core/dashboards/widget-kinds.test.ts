import {
  DataQuery,
  optionsProblem,
  queriesOfWidget,
  queryProblem,
  type Widget,
  widgetKinds,
  widgetSchemas,
} from "@heliograph/contract";
import { expect, test } from "vitest";
import { bodyValidator } from "../../kernel/schema-validators.ts";

const asked = { texts: new Map(), width: 640 };
const kinds = widgetKinds.map((kind) => [kind.kind, kind] as const);

test.each(kinds)("[DSH1] a new %s fits its own schema and asks only what is a question", (_, kind) => {
  const check = bodyValidator(widgetSchemas[kind.kind]);
  const widget = { kind: kind.kind, version: kind.version, options: kind.defaults } as Widget;

  expect(check(structuredClone(kind.defaults))).toEqual({ value: kind.defaults });
  expect(optionsProblem(widget)).toBeUndefined();
  for (const query of Object.values(queriesOfWidget(widget, asked))) {
    expect(bodyValidator(DataQuery)(structuredClone(query))).toEqual({ value: expect.objectContaining(query) });
    expect(queryProblem(query)).toBeUndefined();
  }
});
