import { setImmediate as immediate } from "node:timers/promises";
import type { DeviceId } from "../../../kernel/ids.ts";
import { type EpochMs, monotonicMs } from "../../../kernel/time.ts";
import type { LoggedBatch } from "../../telemetry/index.ts";
import { isUp } from "../step/rule-state.ts";
import { Absence } from "./absence.ts";
import { Backlog } from "./backlog.ts";
import { ClearedAlarms } from "./cleared-alarms.ts";
import { Decisions, type LookedAtBeside } from "./decisions.ts";
import { DevicesToKnow } from "./devices-to-know.ts";
import { type Judged, nothingJudged } from "./happened.ts";
import { Insistence } from "./insistence.ts";
import { Judging } from "./judging.ts";
import { LeftFailures } from "./left-failures.ts";
import type { LiveRuleParts } from "./live-parts.ts";
import { Progress } from "./progress.ts";
import { RunningRules } from "./running-rules.ts";
import { Storing } from "./storing.ts";

/** Commits that are evaluated in one transaction at most, and transitions after which there is no further commit in it. */
const commitsAtOnce = 256;
const transitionsAtOnce = 2_000;
/** From so many transitions on others have a turn before they are written. */
const manyHappened = 250;
/** What was decided is stored after so long, however much more is there to be looked at: somebody waits for the alarm. */
const storedWithinMs = 20;

/** Round after round: what came is evaluated, in its order, and what followed from it is stored [RUL3]. */
export class Rounds {
  readonly #parts: LiveRuleParts;
  readonly #monotonic: () => number;
  readonly insistence: Insistence;
  readonly absence: Absence;
  readonly running: RunningRules;
  readonly backlog: Backlog;
  readonly progress: Progress;
  readonly devices: DevicesToKnow;
  readonly cleared: ClearedAlarms;
  readonly failures: LeftFailures;
  readonly #judging: Judging;
  readonly #decisions: Decisions;
  readonly #storing: Storing;
  /** The past is being told: time does not pass before all of it is known. */
  isStarting = false;
  #mayBeLeft = true;
  #isToLoad = false;

  constructor(parts: LiveRuleParts, transitionsPerRule: number) {
    const { inputs, alarms, hops, log, clock } = parts;
    this.#parts = parts;
    this.insistence = new Insistence(parts.onFailure);
    this.#monotonic = parts.monotonic ?? monotonicMs;
    this.absence = new Absence(parts);
    this.running = new RunningRules(parts, this.absence);
    this.backlog = new Backlog(inputs);
    this.progress = new Progress(log, clock);
    this.cleared = new ClearedAlarms(alarms, this.running, this.insistence);
    this.failures = new LeftFailures(parts.store, this.running);
    const learn = (devices: readonly DeviceId[], isWatch = false) => this.#learn(devices, isWatch);
    this.devices = new DevicesToKnow(this.running, learn, this.insistence, clock);
    this.#decisions = new Decisions(parts, transitionsPerRule);
    this.#storing = new Storing(parts.onFailure);
    this.#judging = new Judging((device) => this.running.known(device), hops);
  }

  get hasWork(): boolean {
    const isAsked = this.devices.hasWork || this.cleared.hasWork || this.running.hasToBegin;
    return isAsked || this.backlog.hasWork || this.#isToLoad;
  }

  /** Nothing is left from before: the rules are read when nobody waits for them [RUN1]. What comes meanwhile waits. */
  loadLater(): void {
    this.#parts.listening.hearEverything();
    this.#isToLoad = true;
  }

  async #load(): Promise<void> {
    await this.#storing.done();
    await this.running.load(this.backlog.positionOfRules);
    this.#isToLoad = false;
    this.devices.watch();
  }

  /** The node stops: what nothing followed from need not be evaluated again by the next one. */
  async noteEnd(): Promise<void> {
    await this.#storing.done();
    const { unnoted } = this.progress;
    if (unnoted === undefined) return;
    await this.#decisions.store(unnoted, nothingJudged).catch(() => undefined); // then it is evaluated again
  }

  /** How far everything is evaluated, and nothing else. */
  async notePosition(): Promise<void> {
    const { evaluated } = this.progress;
    await this.insistence.on(() => this.#decisions.store(evaluated, nothingJudged));
    if (!this.insistence.isStopped) this.progress.note(evaluated);
  }

  /** Until there is nothing left to do. */
  async go(): Promise<void> {
    for (let round = 0; round === 0 || this.#goesOn; round++) {
      if (round > 0) await immediate(); // others have their turn between two rounds, whatever goes wrong here
      if (this.backlog.inputs.mayBeMore) await this.#readInputs();
      if (this.#isToLoad) await this.insistence.on(() => this.#load());
      if (this.backlog.isChangeDue()) await this.insistence.on(() => this.#change());
      if (!this.isStarting) await this.devices.learnSome();
      if (!this.isStarting) await this.#lookForCleared();
      this.#begin();
      await this.#evaluateSome();
      if (this.backlog.isDone && !this.isStarting) this.#judging.letTimePass(this.#toldUpTo());
      await this.#store();
      if (this.#mayBeLeft && !this.hasWork && !this.isStarting) await this.insistence.on(() => this.#clearLeft());
      if (!this.#goesOn) await this.#storing.done();
    }
  }

  /** What is being removed with what followed from it must not be read once more. */
  async #readInputs(): Promise<void> {
    await this.#storing.done();
    await this.insistence.on(() => this.backlog.readInputs());
  }

  get #goesOn(): boolean {
    return this.hasWork && !this.insistence.isStopped && !this.#isWaitingToStart;
  }

  /** Up to here everything was told. After an absence in the middle of a life as after one before it: only silence begins anew. */
  #toldUpTo(): EpochMs {
    this.absence.look();
    return this.#parts.log.toldUpTo();
  }

  /** Whoever cleared what is asked when everything that was committed is evaluated. */
  get #isWaitingToStart(): boolean {
    return this.isStarting && !this.backlog.hasWork;
  }

  /** From here on other rules are in force; everything before is stored. */
  async #change(): Promise<void> {
    await this.#storing.done();
    this.backlog.takeChanges();
    await this.running.load(this.backlog.positionOfRules);
    await this.#decisions.store(this.progress.evaluated, nothingJudged);
    if (!this.isStarting) this.devices.watch();
  }

  /** Those that are not known yet. Where rules have run, what they decided is read again and has to be stored: of others nothing is under way. */
  async #learn(devices: readonly DeviceId[], isWatch: boolean): Promise<void> {
    const { isOurs } = this.#parts;
    const unknown = this.running.unknownAmong(isOurs ? devices.filter(isOurs) : devices, isWatch);
    if (unknown.length === 0) return;
    const stored = () => this.#storing.done();
    if (unknown.some((device) => this.running.known(device) !== undefined)) await stored();
    const now = this.backlog.arrivalOfNext ?? this.#parts.clock();
    const { isEvaluated } = this.backlog.inputs;
    const learning = { unseen: () => this.#unseen(), isEvaluated, stored, now, isWatch };
    for (const rule of await this.running.learn(unknown, learning)) {
      this.#judging.follow(rule);
      if (isUp(rule.state)) this.cleared.mayBeAt(rule.deviceId); // who cleared it while nobody looked?
    }
    const left = this.running.takeLeft();
    this.#decisions.leave(left);
    if (left.length > 0) this.lookForLeft();
  }

  *#unseen(): Generator<LoggedBatch> {
    yield* this.backlog.batches();
    yield* this.#parts.log.underWay();
  }

  #begin(): void {
    if (this.isStarting || !this.running.hasToBegin) return;
    this.#judging.begin(this.running.takeToBegin(), this.#toldUpTo());
  }

  async #evaluateSome(): Promise<void> {
    const until = this.#monotonic() + storedWithinMs;
    for (let left = commitsAtOnce; left > 0 && this.#judging.size < transitionsAtOnce; left--) {
      if (this.#judging.size > 0 && !this.#storing.isUnderWay && this.#monotonic() >= until) return;
      if (this.backlog.isInputNext()) await this.#tellNext();
      else if (this.backlog.isCommitNext()) await this.#evaluateNext();
      else return;
    }
  }

  /** As `evaluateNext`, of what is no point. Who is new to it knows what was before. */
  async #tellNext(): Promise<void> {
    const { inputs } = this.backlog;
    const { first: change } = inputs;
    if (!change) return;
    if (!this.running.isEmpty) await this.insistence.on(() => this.#learn([change.deviceId], false));
    this.#begin();
    inputs.take();
    this.#judging.tell(change);
  }

  /** The oldest commit; nothing of it is evaluated before everything it needs is there. */
  async #evaluateNext(): Promise<void> {
    const { firstCommit: commit } = this.backlog;
    if (!commit) return;
    const devices = commit.batches.map(({ device }) => device);
    if (!this.running.isEmpty) await this.insistence.on(() => this.#learn(devices, false));
    this.backlog.takeCommit();
    await this.#judging.evaluate(commit);
    this.progress.evaluated = commit.position;
  }

  /** Everything that was decided is stored: an alarm that is not there was cleared by somebody. */
  async #lookForCleared(): Promise<void> {
    if (!this.cleared.hasWork) return;
    await this.#storing.done();
    const now = this.#toldUpTo();
    for (const of of await this.cleared.find()) this.#judging.clear(of, now);
    await this.#store();
  }

  /** Begins when what was decided before is stored. */
  async #store(): Promise<void> {
    await this.#storing.done();
    if (this.insistence.isStopped) return;
    const judged = this.#judging.take();
    const { states, happened, failures } = judged;
    const { evaluated } = this.backlog.inputs;
    const { seen } = this.backlog;
    const isNews =
      [states, happened, failures, evaluated, seen].some(({ length }) => length > 0) || this.#decisions.hasLeft;
    if (isNews || (this.progress.isTimeToNote && !this.running.isEmpty))
      this.#storing.begin(() =>
        this.#keep(judged, this.progress.evaluated, { evaluated: [...evaluated], unseen: [...seen] }),
      );
    else if (this.running.isEmpty)
      this.progress.note(this.progress.evaluated); // without rules nothing is written at all
    else this.progress.pass();
  }

  async #keep(judged: Judged, position: number, beside: LookedAtBeside): Promise<void> {
    if (judged.happened.length >= manyHappened) await immediate(); // it took its time to decide them, and takes some to write them
    await this.insistence.on(() => this.#decisions.store(position, judged, beside));
    if (this.insistence.isStopped) return;
    this.progress.note(position);
    this.backlog.inputs.removed(beside.evaluated.length);
    this.backlog.removed(beside.unseen.length);
  }

  /** Rules may have ended, for all or for some devices, and left alarms behind. */
  lookForLeft(): void {
    this.#mayBeLeft = true;
    this.failures.restart();
  }

  /** Of rules that are off or deleted, and of failures of what is not done any more. */
  async #clearLeft(): Promise<void> {
    await this.#storing.done();
    this.#mayBeLeft = false; // whoever says otherwise meanwhile is right
    const areStatesDone = await this.#decisions.clearLeft(this.progress.evaluated);
    const areFailuresDone = await this.failures.clearSome((left) => this.#decisions.end(left));
    if (!areStatesDone || !areFailuresDone) this.#mayBeLeft = true;
  }
}
