import { exactJson } from "@heliograph/client";
import type { CommandRecord } from "@heliograph/contract";
import { dateTimeText } from "../../../format/time.ts";

/** One line that says what a command asks for. */
export function commandText({ type, parameters }: Pick<CommandRecord, "type" | "parameters">, locale: string): string {
  const text = (name: string): string => {
    const value = parameters[name];
    return typeof value === "string" ? value : value === undefined ? "" : exactJson(value);
  };
  switch (type) {
    case "RPC":
      return `${text("method")}(${parameters["params"] === undefined ? "" : exactJson(parameters["params"])})`;
    case "SCPI":
    case "SCRIPT":
      return text("text");
    case "LIST_FILES": {
      const [from, to] = [parameters["startTime"], parameters["endTime"]].map((ms) => dateTimeText(Number(ms), locale));
      return `${text("tag")} · ${from} – ${to}`;
    }
    case "REQUEST_FILE":
      return Object.keys(parameters).map(text).filter(Boolean).join(" · ");
  }
}
