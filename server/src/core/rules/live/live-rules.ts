import { randomUUID } from "node:crypto";
import { setImmediate as immediate, setTimeout as sleep } from "node:timers/promises";
import type { DeviceId, RuleId } from "../../../kernel/ids.ts";
import type { AlarmName } from "../../alarms/index.ts";
import type { LogFollower, LoggedBatch, LoggedCommit } from "../../telemetry/index.ts";
import { isUp } from "../step/rule-state.ts";
import type { Transition } from "../step/transition.ts";
import { Decisions } from "./decisions.ts";
import type { ReadyRule, RunningRule } from "./device-rules.ts";
import { DueOrder } from "./due-order.ts";
import type { Happened } from "./happened.ts";
import type { LiveRuleParts } from "./live-parts.ts";
import { newest, RunningRules } from "./running-rules.ts";
import { WaitingInputs } from "./waiting-inputs.ts";

/** Commits that are evaluated in one transaction at most, and transitions after which there is no further commit in it. */
const commitsAtOnce = 256;
const transitionsAtOnce = 2_000;
/** Where nothing follows from the points, their position is written this often. */
const notePositionMs = 1_000;
/** How often it is looked whether something fell due. */
const tickMs = 250;
const retryMs = 500;
/** How often it is looked who is in the groups that rules are for, and how often when something about devices has changed. */
const groupsEveryMs = 5_000;
const changingGroupsEveryMs = 1_000;
/** Points of devices with rules that are looked at before others get their turn: sockets and commits wait no longer. */
const pointsPerTurn = 1_000;
const none: readonly RunningRule[] = [];

const holdingAlarm = (of: RunningRule) => (of.heldAlarm ? [{ of, name: of.heldAlarm }] : []);
const textOf = ({ originator, type }: AlarmName): string => `${originator.id} ${type}`;

/**
 * Evaluates rules behind the commits of points, in their order. Everything that follows from some commits is stored in one
 * transaction with the position of the last of them: killed before, it is done again from the states before; killed after, it
 * is not [RUL3].
 */
export class LiveRules implements LogFollower {
  readonly #parts: LiveRuleParts;
  readonly #running: RunningRules;
  readonly #decisions: Decisions;
  readonly #order = new DueOrder<RunningRule>();
  #waiting: LoggedCommit[] = [];
  /** Where in the log rules became others: what comes after is theirs, what was before is of those before. */
  #changes: number[] = [];
  readonly #changedAlarms = new Set<DeviceId>();
  readonly #toLearn = new Set<DeviceId>();
  /** What rules look at beside points, and devices of which something of it was not written down. */
  readonly #inputs: WaitingInputs;
  readonly #missed = new Set<DeviceId>();
  #groupsSeenAt = 0;
  #mayGroupsChange = false;
  /** Devices that have to be known although they send nothing, slice by slice: there may be very many. */
  #watch: AsyncGenerator<readonly DeviceId[]> | undefined;
  /** Told up to here, evaluated up to there, and noted up to yonder. */
  #told = 0;
  #evaluated = 0;
  #noted = 0;
  #notedAt = 0;
  readonly #touched = new Set<RunningRule>();
  /** The past is being told: time does not pass before all of it is known. */
  #isStarting = false;
  /** Rules may have ended and left alarms behind. */
  #mayBeLeft = true;
  readonly #stopping = new AbortController();
  #work: Promise<void> | undefined;
  #isWoken = false;
  #pointsOfTurn = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: LiveRuleParts, transitionsPerRule: number) {
    this.#parts = parts;
    this.#running = new RunningRules(parts);
    this.#inputs = new WaitingInputs(parts.inputs);
    parts.listening.connect(this);
    this.#decisions = new Decisions(parts, transitionsPerRule);
  }

  /** Before anything is appended: evaluates what was committed and not evaluated, and does what fell due meanwhile. */
  async start(): Promise<void> {
    const { store, log, clock, hops, onFailure } = this.#parts;
    this.#isStarting = true;
    await hops.restore();
    const from = await log.follow(this, await store.position());
    this.#evaluated = from;
    this.#told = this.#waiting.at(-1)?.position ?? from;
    this.#changes = [...(await store.changesAfter(from))];
    await this.#running.load(from, onFailure);
    await this.#settle();
    await this.#noteBeginning(from);
    if (this.#isStopped) return;
    this.#running.resume(clock());
    this.#watch = this.#running.waiting();
    this.#isStarting = false;
    this.#timer = setInterval(() => this.#wake(), tickMs).unref();
    this.#wake();
  }

  /** Everything from before is done: whatever is not noted when this node dies is from its own life, and no absence is in it. */
  async #noteBeginning(from: number): Promise<void> {
    if (this.#evaluated === from) return;
    await this.#insist(() => this.#decisions.store(this.#evaluated, [], []));
    if (!this.#isStopped) this.#passed();
  }

  committed(commit: LoggedCommit): void {
    this.#told = commit.position;
    this.#waiting.push(commit);
    this.#wake();
  }

  /** What was told so far: a rule that is made or changed now is for what comes after. */
  get position(): number {
    return this.#told;
  }

  /** Rules are others from here on. */
  changed(): void {
    this.#changes.push(this.#told);
    this.#mayBeLeft = true;
    this.#wake();
  }

  /** Devices are new, elsewhere or of another type. */
  devicesChanged(devices: readonly DeviceId[]): void {
    for (const device of devices) {
      this.#running.recheck(device);
      this.#toLearn.add(device);
    }
    this.#wake();
  }

  /** Something changed by which devices are grouped. */
  groupsMayChange(): void {
    this.#mayGroupsChange = true;
  }

  deviceRemoved(device: DeviceId): void {
    this.#running.forget(device);
  }

  /** Something that rules look at beside points was written down. */
  inputsCame(position: number): void {
    this.#inputs.came(position);
    this.#wake();
  }

  inputMissed(device: DeviceId): void {
    this.#missed.add(device);
    this.#wake();
  }

  /** An alarm of a device is over: perhaps somebody cleared it. */
  alarmEnded(device: DeviceId): void {
    this.#changedAlarms.add(device);
    this.#wake();
  }

  /** A rule as it is evaluated now; undefined when it is not. */
  ready(rule: RuleId): ReadyRule | undefined {
    return this.#running.find(rule);
  }

  /** One rule of one device, learned if it has to be. */
  async runningOf(rule: RuleId, device: DeviceId): Promise<RunningRule | undefined> {
    this.#toLearn.add(device);
    while (this.#toLearn.has(device) && !this.#isStopped) await this.#settle();
    return this.#running.known(device)?.find(({ ready }) => ready.rule.id === rule);
  }

  /** Resolves when everything that was committed is evaluated and stored, and what fell due by now is done. */
  async settled(): Promise<void> {
    do await this.#settle();
    while (this.#hasWork || this.#work !== undefined);
  }

  get #hasWork(): boolean {
    const isAsked = this.#toLearn.size > 0 || this.#changedAlarms.size > 0 || this.#watch !== undefined;
    const isTold = this.#inputs.hasWork || this.#missed.size > 0 || this.#running.hasToBegin;
    return isAsked || isTold || this.#waiting.length > 0 || this.#changes.length > 0;
  }

  /** What is not stored by then is evaluated again at the next start. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#stopping.abort();
    await this.#work;
  }

  get #isStopped(): boolean {
    return this.#stopping.signal.aborted;
  }

  #wake(): void {
    if (this.#work !== undefined || this.#isStopped || this.#isStarting || this.#isWoken) return;
    this.#isWoken = true;
    void this.#settleSoon();
  }

  /** Behind what is answered in this turn, and what then goes to the disk at its end: the disk works while rules do. */
  async #settleSoon(): Promise<void> {
    await immediate();
    await immediate();
    this.#isWoken = false;
    if (!this.#isStopped) await this.#settle();
  }

  /** One at a time; whatever comes meanwhile is done in the same go. */
  #settle(): Promise<void> {
    this.#work ??= this.#goOn()
      .catch((error) => this.#parts.onFailure(error))
      .finally(() => {
        this.#work = undefined;
      });
    return this.#work;
  }

  async #goOn(): Promise<void> {
    do {
      await this.#insist(() => this.#inputs.read());
      if (this.#isChangeDue()) await this.#insist(() => this.#change());
      await this.#lookForMembers();
      await this.#learnAsked();
      if (this.#watch && !this.#isStarting) await this.#insist(() => this.#watchSome());
      await this.#lookForCleared();
      const happened: Happened[] = [];
      this.#begin(happened);
      for (let left = commitsAtOnce; left > 0 && happened.length < transitionsAtOnce; left--) {
        if (this.#isInputNext()) await this.#tellNext(happened);
        else if (this.#isNextReady()) await this.#evaluateNext(happened);
        else break;
      }
      if (this.#waiting.length === 0 && this.#inputs.isEmpty && !this.#isStarting) this.#letTimePass(happened);
      await this.#store(happened);
      if (this.#mayBeLeft && !this.#hasWork && !this.#isStarting) await this.#insist(() => this.#clearLeft());
    } while (this.#hasWork && !this.#isStopped && !this.#isWaitingToStart);
  }

  /** Whoever cleared what is asked when everything that was committed is evaluated. */
  get #isWaitingToStart(): boolean {
    const isAllDone = this.#waiting.length === 0 && this.#changes.length === 0 && !this.#inputs.hasWork;
    return this.#isStarting && isAllDone;
  }

  #isChangeDue(): boolean {
    const [[at], [next]] = [this.#changes, this.#waiting];
    if (at === undefined || (next !== undefined && next.position <= at)) return false;
    return (this.#inputs.first?.position ?? at) >= at;
  }

  /** What rules look at beside points has its place among the commits, and among the changes of the rules. */
  #isInputNext(): boolean {
    const { first } = this.#inputs;
    if (!first || (this.#changes[0] ?? newest) <= first.position) return false;
    return (this.#waiting[0]?.position ?? newest) > first.position;
  }

  /** The next commit is for the rules as they are. */
  #isNextReady(): boolean {
    const [next] = this.#waiting;
    return next !== undefined && !this.#isChangeDue() && !this.#inputs.isUnreadBefore(next.position);
  }

  /** From here on other rules are in force; everything before is stored. */
  async #change(): Promise<void> {
    while (this.#isChangeDue()) this.#changes.shift();
    const next = this.#waiting[0];
    await this.#running.load(next === undefined ? newest : next.position - 1, this.#parts.onFailure);
    await this.#decisions.store(this.#evaluated, [], []);
    if (!this.#isStarting) this.#watch = this.#running.waiting();
  }

  /** Whatever falls due without a point has to be known; what arrives meanwhile is evaluated in between. */
  async #watchSome(): Promise<void> {
    try {
      const next = await this.#watch?.next();
      if (!next || next.done) this.#watch = undefined;
      else await this.#learn(next.value, true);
    } catch (error) {
      this.#watch = this.#running.waiting(); // from the beginning: what is known costs nothing
      throw error;
    }
  }

  async #learnAsked(): Promise<void> {
    if (this.#isStarting) return;
    for (const device of this.#missed) {
      this.#running.relearn(device);
      this.#toLearn.add(device);
    }
    this.#missed.clear();
    if (this.#toLearn.size === 0) return;
    const devices = [...this.#toLearn];
    if (!this.#running.isEmpty) await this.#insist(() => this.#learn(devices));
    for (const device of devices) this.#toLearn.delete(device);
  }

  async #learn(devices: readonly DeviceId[], isWatch = false): Promise<void> {
    const now = this.#arrivalOfNext ?? this.#parts.clock();
    const { isEvaluated } = this.#inputs;
    const learning = { unseen: () => this.#unseen(), isEvaluated, now, isWatch };
    for (const rule of await this.#running.learn(devices, learning)) {
      this.#order.add(rule);
      if (isUp(rule.state)) this.#changedAlarms.add(rule.deviceId); // who cleared it while nobody looked?
    }
    this.#decisions.leave(this.#running.takeLeft());
  }

  get #arrivalOfNext(): number | undefined {
    const [arrival, time] = [this.#waiting[0]?.arrival, this.#inputs.first?.time];
    return arrival === undefined || time === undefined ? (arrival ?? time) : Math.min(arrival, time);
  }

  /** Who joined or left a group is another device of its rules from now on. */
  async #lookForMembers(): Promise<void> {
    const { groups } = this.#running;
    const now = this.#parts.clock();
    const everyMs = this.#mayGroupsChange ? changingGroupsEveryMs : groupsEveryMs;
    if (this.#isStarting || groups.isEmpty || Math.abs(now - this.#groupsSeenAt) < everyMs) return;
    this.#groupsSeenAt = now;
    this.#mayGroupsChange = false;
    this.devicesChanged((await this.#insist(() => groups.refresh())) ?? []);
  }

  /** Rules of nothing but states judge what is so when they begin. */
  #begin(happened: Happened[]): void {
    if (this.#isStarting || !this.#running.hasToBegin) return;
    const now = this.#parts.log.toldUpTo();
    for (const of of this.#running.takeToBegin()) this.#note(of, of.begin(now), happened);
  }

  /** As `evaluateNext`, of what is no point. Who is new to it knows what was before. */
  async #tellNext(happened: Happened[]): Promise<void> {
    const { first: change } = this.#inputs;
    if (!change) return;
    const { deviceId } = change;
    if (!this.#running.isEmpty) await this.#insist(() => this.#learn([deviceId]));
    this.#begin(happened);
    this.#inputs.take();
    for (const of of this.#running.known(deviceId) ?? none) this.#note(of, of.tell(change), happened, change.hops);
  }

  *#unseen(): Generator<LoggedBatch> {
    for (const { batches } of this.#waiting) yield* batches;
    yield* this.#parts.log.underWay();
  }

  /** The oldest commit; nothing of it is evaluated before everything it needs is there. */
  async #evaluateNext(happened: Happened[]): Promise<void> {
    const [commit] = this.#waiting;
    if (!commit) return;
    const devices = commit.batches.map(({ device }) => device);
    if (!this.#running.isEmpty) await this.#insist(() => this.#learn(devices));
    this.#waiting.shift();
    await this.#evaluateOne(commit, happened);
    this.#evaluated = commit.position;
  }

  async #evaluateOne({ batches, arrival }: LoggedCommit, happened: Happened[]): Promise<void> {
    for (const { device, points } of batches) {
      const running = this.#running.known(device) ?? none;
      const hops = this.#parts.hops.take(device, points);
      for (const of of running) this.#note(of, of.takeAll(points, arrival), happened, hops);
      this.#pointsOfTurn += running.length > 0 ? points.length : 0;
      if (this.#pointsOfTurn >= pointsPerTurn) await this.#othersTurn();
    }
  }

  async #othersTurn(): Promise<void> {
    this.#pointsOfTurn = 0;
    await immediate();
  }

  #note(of: RunningRule, transitions: readonly Transition[], happened: Happened[], hops = 0): void {
    for (const transition of transitions) happened.push({ of, transition, id: randomUUID(), hops });
    this.#touched.add(of);
    this.#order.add(of);
  }

  /** All commits are evaluated: what was due before now is due. */
  #letTimePass(happened: Happened[]): void {
    const now = this.#parts.log.toldUpTo();
    for (const of of this.#order.takeBefore(now)) this.#note(of, of.elapse(now), happened);
  }

  /** Everything that was decided is stored: an alarm that is not there was cleared by somebody. */
  async #lookForCleared(): Promise<void> {
    if (this.#changedAlarms.size === 0 || this.#isStarting) return;
    const now = this.#parts.log.toldUpTo();
    const happened: Happened[] = [];
    const up = [...this.#changedAlarms].flatMap((device) => this.#running.known(device) ?? none).flatMap(holdingAlarm);
    this.#changedAlarms.clear();
    if (up.length === 0) return;
    const open = await this.#insist(() => this.#parts.alarms.openAmong(up.map(({ name }) => name)));
    if (open === undefined) return;
    const isOpen = new Set(open.map(textOf));
    for (const { of, name } of up) if (!isOpen.has(textOf(name))) this.#note(of, of.clear(now), happened);
    await this.#store(happened);
  }

  async #store(happened: readonly Happened[]): Promise<void> {
    const states = [...this.#touched].flatMap((of) => of.unwritten() ?? []);
    this.#touched.clear();
    const { evaluated } = this.#inputs;
    const isNews = states.length > 0 || happened.length > 0 || evaluated.length > 0 || this.#decisions.hasLeft;
    if (isNews || this.#isTimeToNote()) {
      const position = this.#evaluated;
      await this.#insist(() => this.#decisions.store(position, states, happened, evaluated));
      if (!this.#isStopped) this.#passed();
      this.#inputs.removed(evaluated.length);
    } else if (this.#running.isEmpty) this.#passed(); // without rules nothing is written at all
  }

  /** Of rules that are off or deleted. */
  async #clearLeft(): Promise<void> {
    if (await this.#decisions.clearLeft(this.#evaluated)) this.#mayBeLeft = false;
  }

  /** Until it is done: nothing may be lost, and what follows would be wrong without it. Undefined when the node stops. */
  async #insist<T>(work: () => Promise<T>): Promise<T | undefined> {
    while (!this.#isStopped) {
      try {
        return await work();
      } catch (error) {
        this.#parts.onFailure(error);
        await sleep(retryMs, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
      }
    }
    return undefined;
  }

  #isTimeToNote(): boolean {
    const isNews = this.#evaluated > this.#noted && !this.#running.isEmpty;
    return isNews && this.#parts.clock() - this.#notedAt >= notePositionMs;
  }

  #passed(): void {
    this.#noted = this.#evaluated;
    this.#notedAt = this.#parts.clock();
    this.#parts.log.passed(this.#noted);
  }
}
