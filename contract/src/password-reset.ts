import { type Static, Type } from "typebox";
import { Password } from "./auth.ts";
import { nameText } from "./text.ts";
import { Timestamp } from "./time.ts";

const resetToken = Type.String({
  minLength: 1,
  maxLength: 128,
  description: "What stands in the link behind `#`",
  examples: ["mJ0cPz1YxEoTqk5nWb3uV8s2Rg7hLd4A"],
});

/** Whether those who forgot their password can help themselves. */
export const PasswordResetWays = Type.Object({ byMail: Type.Boolean({ examples: [true] }) });
export type PasswordResetWays = Static<typeof PasswordResetWays>;

export const PasswordResetRequest = Type.Object({
  email: nameText("User name, which is the e-mail address", "ada@example.org"),
});

export const ResetToken = Type.Object({ resetToken });

export const PasswordResetView = Type.Object({
  username: Type.String({ examples: ["ada@example.org"] }),
  expiresTime: Timestamp,
});
export type PasswordResetView = Static<typeof PasswordResetView>;

export const NewPassword = Type.Object({ resetToken, password: Password });

/** Shown once: the link is not kept. */
export const PasswordResetLink = Type.Object({
  token: resetToken,
  link: Type.String({
    description: "To hand over; relative to the address of the web interface",
    examples: ["/password#mJ0cPz1YxEoTqk5nWb3uV8s2Rg7hLd4A"],
  }),
  expiresTime: Timestamp,
});
export type PasswordResetLink = Static<typeof PasswordResetLink>;
