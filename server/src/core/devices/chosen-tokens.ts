import type { AppError } from "../../kernel/errors.ts";
import type { UserId } from "../../kernel/ids.ts";
import { OneByOne } from "../../kernel/one-by-one.ts";
import type { Clock } from "../../kernel/time.ts";
import type { Reach } from "../projects/index.ts";
import type { DeviceStore } from "./device-store.ts";
import { deviceTokenTooShort, tooManyTokensTaken } from "./errors.ts";
import type { TokenGuesses } from "./token-guesses.ts";

/** Who chooses a token, and from where. */
export interface TokenChooser {
  /** Where they may choose tokens: those that devices have elsewhere they cannot know. */
  readonly reach: Reach;
  readonly userId: UserId;
  readonly address: string;
}

interface ChosenTokenParts {
  readonly store: Pick<DeviceStore, "tokensElsewhere">;
  readonly guesses: TokenGuesses;
  readonly clock: Clock;
}

const retryAfterMs = 15 * 60_000;

/**
 * Tokens that people choose. One that a device has that is out of reach was guessed, however it came about: it counts as a
 * wrong token of the caller, and whoever has used up the free ones may choose no more for a while [DEV4].
 */
export class ChosenTokens {
  readonly #parts: ChosenTokenParts;
  readonly #minLength: number;
  readonly #choosers = new OneByOne();

  constructor(parts: ChosenTokenParts, minLength: number) {
    this.#parts = parts;
    this.#minLength = minLength;
  }

  lengthProblem(token: string): AppError | undefined {
    return token.length < this.#minLength ? deviceTokenTooShort(this.#minLength) : undefined;
  }

  /** One caller's go one behind another: many at once are counted as if they came one by one. */
  async admit(tokens: readonly string[], chooser: TokenChooser): Promise<void> {
    if (tokens.length === 0) return;
    using _turn = await this.#choosers.enter(chooser.userId);
    this.#requireGuessesLeft(chooser);
    const taken = await this.#parts.store.tokensElsewhere(chooser.reach, tokens);
    for (let one = 0; one < taken; one++) this.#count(chooser);
    this.#requireGuessesLeft(chooser);
  }

  #count(chooser: TokenChooser): void {
    const { guesses, clock } = this.#parts;
    guesses.failed(chooser.address, clock());
    guesses.failed(keyOf(chooser), clock());
  }

  /** By user: what others at the same address do is not held against them. */
  #requireGuessesLeft(chooser: TokenChooser): void {
    const { guesses, clock } = this.#parts;
    if (guesses.isUsedUp(keyOf(chooser), clock())) throw tooManyTokensTaken(retryAfterMs);
  }
}

const keyOf = ({ userId }: TokenChooser): string => `user ${userId}`;
