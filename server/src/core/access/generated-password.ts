import { randomToken } from "../../kernel/ids.ts";

/** 120 random bits, 20 characters; more where the installation asks for longer passwords. */
const leastBytes = 15;
const bytesPerCharacter = 3 / 4;

export const generatePassword = (minLength: number): string =>
  randomToken(Math.max(leastBytes, Math.ceil(minLength * bytesPerCharacter)));
