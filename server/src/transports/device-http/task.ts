import type { Command, CommandType } from "../../core/commands/index.ts";
import { fileTaskXml, listTaskXml } from "./device-xml.ts";

/** What waits for device HTTP; calls go over MQTT [CMD2]. */
export const taskTypes: readonly CommandType[] = ["LIST_FILES", "REQUEST_FILE", "SCRIPT", "SCPI"];

/** What a text can be the answer to; lists and files are answered with what they are, calls over MQTT. */
export const answeredWithText: readonly CommandType[] = ["SCRIPT", "SCPI"];

export interface Task {
  /** To the letter and without a charset: clients compare the whole string [DHP2]. */
  readonly contentType: string;
  readonly body: string;
}

export function taskOf({ body }: Command): Task {
  switch (body.type) {
    case "LIST_FILES":
      return { contentType: "application/om-request-list", body: listTaskXml(body) };
    case "REQUEST_FILE":
      return { contentType: "application/om-request-file", body: fileTaskXml(body) };
    case "SCRIPT":
      return { contentType: "application/om-bash", body: body.text };
    case "SCPI":
      return { contentType: `application/om-scpi-${body.target}`, body: body.text };
    case "RPC":
      throw new Error("calls are not handed out over HTTP");
  }
}
