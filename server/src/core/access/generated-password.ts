import { randomToken } from "../../kernel/ids.ts";

/** 144 random bits, 24 characters; more where the installation asks for longer passwords. */
const leastBytes = 18;
const bytesPerCharacter = 3 / 4;

export const generatePassword = (minLength: number): string =>
  randomToken(Math.max(leastBytes, Math.ceil(minLength * bytesPerCharacter)));
