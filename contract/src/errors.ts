import { type Static, Type } from "typebox";

/** The numbers that clients of this API family already know [API2]. */
export const errorCodes = {
  general: 2,
  authentication: 10,
  tokenExpired: 11,
  permissionDenied: 20,
  badRequest: 31,
  notFound: 32,
  tooManyRequests: 33,
  conflict: 35,
} as const;

/** Every error, on every route, has this body [API2]. */
export const ErrorBody = Type.Object(
  {
    status: Type.Integer({ description: "The HTTP status again", examples: [404] }),
    message: Type.String({
      description: "What to change",
      examples: ["No device 784f394c-42b6-435a-983c-b7beff2784f9"],
    }),
    errorCode: Type.Integer({ description: "See docs/errors.md", examples: [32] }),
    timestamp: Type.Integer({ description: "Unix time in milliseconds", examples: [1794700800000] }),
  },
  { $id: "Error", description: "What went wrong and what to change" },
);
export type ErrorBody = Static<typeof ErrorBody>;
