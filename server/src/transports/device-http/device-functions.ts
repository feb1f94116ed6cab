import type { DeviceFunctionName } from "@heliograph/contract";
import type { Commands, CommandType } from "../../core/commands/index.ts";
import { baseNameOf, type Deliveries, defaultTag, type Files, UnkeepableNames } from "../../core/files/index.ts";
import { AppError } from "../../kernel/errors.ts";
import { announcedFiles, errorText, listedFiles } from "./device-xml.ts";
import { bodyTooLarge, fileNameMissing, isListNotUnderstood, multipartExpected } from "./errors.ts";
import type { Exchange, Outcome } from "./exchange.ts";
import { aroundPartAtMost, type Part } from "./multipart-part.ts";
import type { PingAttributes } from "./ping-attributes.ts";
import { answeredWithText, taskTypes } from "./task.ts";
import { whileArriving } from "./while-arriving.ts";

export interface DeviceParts {
  readonly files: Files;
  readonly deliveries: Deliveries;
  readonly commands: Commands;
  readonly pings: PingAttributes;
}

type DeviceFunction = (exchange: Exchange, parts: DeviceParts) => Promise<Outcome>;

/** The answer of a script or an instrument. */
const answerBytes = 1024 * 1024;
const errorBytes = 256 * 1024;

/** Of what need not be a multipart body, so much is looked at; one byte too many is noticed. */
export const keptOfAnyForm: Readonly<Record<string, number>> = {
  RETURN_ERROR: errorBytes,
  RETURN_SCPI: answerBytes + aroundPartAtMost + 1,
  RETURN_BASH: answerBytes + aroundPartAtMost + 1,
};

/** Every F there is [DHP1]. */
export const deviceFunctions = {
  PING: ping,
  ATTN: attention,
  UPLOAD: upload,
  RETURN_LIST: list,
  RETURN_FILE: file,
  RETURN_SCPI: answer,
  RETURN_BASH: answer,
  RETURN_ERROR: failure,
} as const satisfies Record<DeviceFunctionName, DeviceFunction>;

/** The functions that only version 6 has; accepted and logged, for nothing sends their tasks yet [DHP1]. */
export async function firmwareFunction({ part }: Exchange): Promise<Outcome> {
  return { summary: part ? await shortText(part) : "No body" };
}

/** Whatever a PING holds, the device did nothing wrong: what cannot be read is logged [DHP4]. */
async function ping({ device, part, problem }: Exchange, { pings }: DeviceParts): Promise<Outcome> {
  if (!part) return { summary: "Ping", ...told(problem) };
  try {
    return { summary: `Ping with ${await pings.keep(device, part.content)} attributes` };
  } catch (error) {
    // What is well written and only not kept is not confirmed: it would be lost [QTA1].
    if (!(error instanceof AppError) || error.fault === "busy" || error.fault === "no-room") throw error;
    return { summary: "Ping", error: error.message };
  }
}

async function attention(exchange: Exchange, { files }: DeviceParts): Promise<Outcome> {
  const announced = await announcedFiles(requirePart(exchange).content);
  if (announced.length === 0) return { summary: "Attention without a file" };
  const unkeepable = new UnkeepableNames();
  const kept = unkeepable.without(announced);
  await files.announce(exchange.device.id, kept.length > 0 ? kept : announced); // of nothing else it is refused, in words
  return { summary: kept.map(({ name, tag }) => `File ${name}, tag ${tag}`).join("; "), ...told(unkeepable.words) };
}

async function list(exchange: Exchange, { deliveries }: DeviceParts): Promise<Outcome> {
  const { device, messageId } = exchange;
  const part = requirePart(exchange);
  try {
    const { count, missing, problem } = await deliveries.list(device.id, messageId, listedFiles(part.content));
    return { summary: `List of ${count} files${missing > 0 ? `, ${missing} no longer there` : ""}`, ...told(problem) };
  } catch (error) {
    if (!isListNotUnderstood(error)) throw error;
    if (messageId !== undefined) await deliveries.listFailed(device.id, messageId, error.message);
    return { summary: "List that was not understood", error: error.message };
  }
}

/** Nobody asked for it, whatever the header says: old clients repeat their last message id [DHP3]. */
function upload(exchange: Exchange, parts: DeviceParts): Promise<Outcome> {
  return file({ ...exchange, messageId: undefined }, parts);
}

/** The answer is given when the bytes are safe [REL1]. */
async function file(exchange: Exchange, { files, deliveries, commands }: DeviceParts): Promise<Outcome> {
  const { device, messageId } = exchange;
  const part = requirePart(exchange);
  const name = baseNameOf(part.fileName ?? "");
  if (messageId === undefined) requireNamed(files, name);
  if (exchange.announcedSize !== undefined) await files.requireRoom(device, exchange.announcedSize - part.aroundBytes);
  const extend = () => (messageId === undefined ? undefined : commands.extend(device.id, messageId));
  return files.receive(device, whileArriving(part.content, extend), async (blob) => {
    const kept = await deliveries.file(device, messageId, name, exchange.fileTag, blob);
    return { summary: `File ${kept.name}, tag ${kept.tag}, ${blob.size} bytes` };
  });
}

/** Told before the bytes come, not after a gigabyte of them. */
function requireNamed(files: Files, name: string): void {
  if (name === "") throw fileNameMissing();
  files.checkedKey(name, defaultTag);
}

/** No body is the answer of a script that printed nothing. */
async function answer(exchange: Exchange, { commands }: DeviceParts): Promise<Outcome> {
  const text = exchange.part ? await shortText(exchange.part) : "";
  const isKnown = await closes(commands, exchange, { succeeded: true, text }, answeredWithText);
  return { summary: `Answer of ${text.length} characters${isKnown ? "" : toNothing}` };
}

/** Whatever it is that came, or nothing: the device failed, and asking again would not help [DHP5]. */
async function failure(exchange: Exchange, { commands }: DeviceParts): Promise<Outcome> {
  const text = exchange.part ? await errorText(await shortText(exchange.part)) : "";
  const isKnown = await closes(commands, exchange, { succeeded: false, text }, taskTypes);
  return { summary: `Error report${isKnown ? "" : toNothing}`, error: text || "The device reports an error" };
}

/** False when the device was asked nothing of the kind under that number. */
async function closes(
  commands: Commands,
  { device, messageId }: Exchange,
  answer: { readonly succeeded: boolean; readonly text: string },
  kinds: readonly CommandType[],
): Promise<boolean> {
  return messageId !== undefined && (await commands.answer(device.id, messageId, answer, kinds)) !== undefined;
}

/** An answer nobody waits for is logged and accepted [DHP3]. */
const toNothing = " to nothing that was asked";

const told = (problem: string | undefined): Pick<Outcome, "error"> => (problem === undefined ? {} : { error: problem });

function requirePart({ part }: Exchange): Part {
  if (!part) throw multipartExpected();
  return part;
}

async function shortText({ content }: Part): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of content) {
    size += chunk.length;
    if (size > answerBytes) throw bodyTooLarge(answerBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8").replaceAll("\0", "");
}
