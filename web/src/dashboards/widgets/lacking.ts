import type { Widget } from "@heliograph/contract";

export type Lack = "channel" | "text" | "control" | "picture" | "link" | "address";

/** What has to be said of a widget before there is anything to show: nothing was asked for it, so nothing is known [DSH4]. */
export function lackOf({ kind, options }: Widget): Lack | undefined {
  switch (kind) {
    case "VALUE":
    case "GAUGE":
      return options.channel === undefined ? "channel" : undefined;
    case "TIME_SERIES":
    case "BARS":
    case "STATE_TIMELINE":
      return options.channels.length === 0 ? "channel" : undefined;
    case "TEXT":
      return options.markdown.trim() === "" ? "text" : undefined;
    case "CONTROL": {
      const name = options.writes === "RPC" ? options.method : options.form === "FORM" ? "" : options.key;
      return name === undefined ? "control" : undefined;
    }
    case "IMAGE":
      return options.picture === undefined ? "picture" : undefined;
    case "LINK":
      return (options.url ?? options.dashboardId ?? options.page) === undefined ? "link" : undefined;
    case "EMBED":
      return options.url === undefined ? "address" : undefined;
    default:
      return undefined;
  }
}
