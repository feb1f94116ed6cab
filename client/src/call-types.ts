import type { Route, Routes, routes } from "@heliograph/contract";
import type { Static, TSchema } from "typebox";

type ParamsOf<R> = R extends { readonly params: infer P extends TSchema }
  ? { readonly [K in keyof Static<P>]: Static<P>[K] }
  : object;
type QueryOf<R> = R extends { readonly query: infer Q extends TSchema } ? Partially<Static<Q>> : object;
/** Required fields stay required; who has nothing to say may leave the others out, or say undefined. */
type Partially<T> = { readonly [K in keyof T]: object extends Pick<T, K> ? T[K] | undefined : T[K] };

/** A body that is no JSON: the bytes of a file, the lines of a table. */
type RawBody = string | Blob | Uint8Array<ArrayBuffer>;

type BodyOf<R> = R extends { readonly body: infer B extends TSchema }
  ? { readonly body: Static<B> extends readonly unknown[] ? Static<B> : Partially<Static<B>> }
  : R extends { readonly consumes: readonly string[] }
    ? { readonly body: RawBody }
    : object;

/** Parameters of the path and of the query side by side, and the body beside them. */
type InputOf<R> = ParamsOf<R> & QueryOf<R> & BodyOf<R>;

type AnswerOf<R extends Route> = R extends { readonly answerForm: "text" }
  ? string
  : R extends { readonly answerForm: "stream" }
    ? Response
    : R["answers"][keyof R["answers"]] extends infer S extends TSchema
      ? Static<S>
      : never;

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Beside those of the body and the token: a range of bytes. */
  readonly headers?: Readonly<Record<string, string>>;
}

type CallOf<R extends Route> =
  object extends InputOf<R>
    ? (input?: InputOf<R>, options?: CallOptions) => Promise<AnswerOf<R>>
    : (input: InputOf<R>, options?: CallOptions) => Promise<AnswerOf<R>>;

type CallsOf<R extends Routes> = { readonly [Name in keyof R]: CallOf<R[Name]> };

/** The whole API, as functions. */
export type Calls = { readonly [Subject in keyof typeof routes]: CallsOf<(typeof routes)[Subject]> };
