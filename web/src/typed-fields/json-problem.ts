import { jsonFault } from "../connect/json-fault.ts";
import type { Messages } from "../i18n/messages.tsx";

/** What is wrong with a text that should be JSON, in the reader's language: browsers say it in English. */
export function jsonProblem(text: string, { attributes, connect }: Messages): string {
  const fault = jsonFault(text);
  if (!fault) return attributes.badJson;
  return `${attributes.badJson} ${connect.badJsonAt(fault.line, fault.column)} ${connect.wanted[fault.wanted]}`;
}
