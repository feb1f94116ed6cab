import type { TSchema } from "typebox";
import type { RouteAccess } from "./access.ts";

/** How the body of an answer is to be read; JSON where a route does not say. */
export type AnswerForm =
  /** JSON whose integers may go beyond a double: readers need bigints for them [TEL3]. */
  | "exact-json"
  /** A short text. */
  | "text"
  /** Bytes that may be many: a file, an archive, an export. */
  | "stream";

/** Work that is long for the server: so many of each kind are under way at once, the next one waits [API11]. */
export type Work =
  /** A list that is everything, or more than fits into memory. */
  | "lists"
  /** Exports and archives. */
  | "exports"
  /** Aggregates and long histories. */
  | "reads"
  | "imports";

/** One operation of the API: the server registers it, clients call it, the description is written from it [API8]. */
export interface Route {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** `:name` stands for a parameter. */
  readonly path: string;
  readonly access: RouteAccess;
  readonly work?: Work;
  /** The answer waits for a device or another server: it has a deadline of its own. */
  readonly waits?: boolean;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly params?: TSchema;
  readonly query?: TSchema;
  readonly body?: TSchema;
  /** Media types of a body that is not JSON. */
  readonly consumes?: readonly string[];
  /** By status: the answers that are no refusals. */
  readonly answers: { readonly [status: number]: TSchema };
  readonly answerForm?: AnswerForm;
  /** Media types of an answer that is not JSON. */
  readonly produces?: readonly string[];
}

export type Routes = { readonly [name: string]: Route };

/** Routes keep their exact types: the server's handlers and the clients' calls are made from them. */
export const routesOf = <const R extends Routes>(routes: R): R => routes;
