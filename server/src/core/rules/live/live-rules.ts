import { setImmediate as immediate } from "node:timers/promises";
import type { DeviceId, RuleId } from "../../../kernel/ids.ts";
import { ownContext } from "../../../kernel/own-context.ts";
import type { LogFollower, LoggedCommit } from "../../telemetry/index.ts";
import type { FailureAt } from "./left-failures.ts";
import type { LiveRuleParts } from "./live-parts.ts";
import type { ReadyRule } from "./ready-rule.ts";
import { Rounds } from "./rounds.ts";
import type { Rule } from "./rule.ts";
import type { RuleFault } from "./rule-fault.ts";
import type { RunningRule } from "./running-rule.ts";

/** How often it is looked whether something fell due. */
const tickMs = 250;

/**
 * Evaluates rules behind the commits of points, in their order. Everything that follows from some commits is stored in one
 * transaction with the position of the last of them: killed before, it is done again from the states before; killed after, it
 * is not [RUL3].
 */
export class LiveRules implements LogFollower {
  readonly #parts: LiveRuleParts;
  readonly #rounds: Rounds;
  readonly #outside = ownContext();
  #work: Promise<void> | undefined;
  #isWoken = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: LiveRuleParts, transitionsPerRule: number) {
    this.#parts = parts;
    this.#rounds = new Rounds(parts, transitionsPerRule);
    parts.listening.connect(this);
  }

  /** Before anything is appended: evaluates what was committed and not evaluated, and does what fell due meanwhile. */
  async start(): Promise<void> {
    const { store, log, hops } = this.#parts;
    const { progress, backlog } = this.#rounds;
    this.#rounds.isStarting = true;
    await hops.restore();
    const from = await log.follow(this, await store.position());
    progress.evaluated = from;
    progress.told = backlog.lastPosition ?? from;
    backlog.changedAt(...(await store.changesAfter(from)));
    await backlog.readInputs();
    if (backlog.hasWork) await this.#catchUp(from);
    else this.#rounds.loadLater();
    if (this.#rounds.insistence.isStopped) return;
    this.#rounds.isStarting = false;
    this.#timer = setInterval(() => this.#tick(), tickMs).unref();
  }

  /** Everything from before is done and noted: whatever is not when this node dies is from its own life, without an absence. */
  async #catchUp(from: number): Promise<void> {
    const { progress, running, devices, absence } = this.#rounds;
    await running.load(from);
    await this.#settle();
    if (progress.evaluated !== from) await this.#rounds.notePosition();
    absence.ends();
    devices.watch();
  }

  committed(commit: LoggedCommit): void {
    this.#rounds.absence.look(); // before this is evaluated, however long nobody looked
    this.#rounds.progress.told = commit.position;
    this.#rounds.backlog.committed(commit);
    this.#wake();
  }

  /** What was told so far: a rule that is made or changed now is for what comes after. */
  get position(): number {
    return this.#parts.isOurs ? 0 : this.#rounds.progress.told; // of several logs none says when
  }

  /** Somebody changed rules at this node; other nodes may have to hear of it. */
  edited: () => void = () => this.changed();

  /** While somebody waits for it, how far everything is evaluated is noted at once. */
  awaited(isAwaited: boolean): void {
    this.#rounds.progress.isAwaited = isAwaited;
    if (isAwaited) this.#wake();
  }

  /** These devices are another node's from here on: everything that was decided of them is stored, and how far that is. */
  async giveUp(isGiven: (device: DeviceId) => boolean): Promise<void> {
    this.#rounds.running.forgetThose(isGiven);
    await this.#rounds.noteEnd();
  }

  /** Devices of a node that is gone are this one's: nobody heard them meanwhile. */
  async tookOver(): Promise<void> {
    await this.#parts.hops.restore();
    this.#rounds.absence.ends();
  }

  /** Rules are others from here on. */
  changed(): void {
    this.#rounds.backlog.changedAt(this.#rounds.progress.told);
    this.#rounds.lookForLeft();
    this.#wake();
  }

  /** Devices are new, elsewhere or of another type. */
  devicesChanged(devices: readonly DeviceId[]): void {
    this.#rounds.devices.changed(devices);
    this.#wake();
  }

  /** Something changed by which devices are grouped. */
  groupsMayChange(): void {
    this.#rounds.devices.groupsMayChange();
  }

  deviceRemoved(device: DeviceId): void {
    this.#rounds.running.forget(device);
  }

  /** Something that rules look at beside points was written down. */
  inputsCame(position: number): void {
    this.#rounds.absence.look();
    this.#rounds.backlog.inputs.came(position);
    this.#wake();
  }

  inputMissed(device: DeviceId): void {
    this.#rounds.devices.missed(device);
    this.#wake();
  }

  /** An alarm of a device is over: perhaps somebody cleared it. */
  alarmEnded(device: DeviceId): void {
    this.#rounds.cleared.mayBeAt(device);
    this.#wake();
  }

  /** A rule as it is evaluated now; undefined when it is not. */
  ready(rule: RuleId): ReadyRule | undefined {
    return this.#rounds.running.find(rule);
  }

  /** What keeps a rule from deciding; undefined where nothing does. */
  faultOf(rule: Pick<Rule, "id" | "version">): RuleFault | undefined {
    return this.#rounds.running.faults.of(rule);
  }

  /** Whether a rule, as it is now, does not do any more what failed at a device. */
  isOver(failure: FailureAt): Promise<boolean> {
    return this.#rounds.failures.isOver(failure);
  }

  /** One rule of one device, learned if it has to be. */
  async runningOf(rule: RuleId, device: DeviceId): Promise<RunningRule | undefined> {
    this.#rounds.devices.ask(device);
    while (this.#rounds.devices.isAsked(device) && !this.#rounds.insistence.isStopped) await this.#settle();
    return this.#rounds.running.known(device)?.find(({ ready }) => ready.rule.id === rule);
  }

  /** Resolves when everything that was committed is evaluated and stored, and what fell due by now is done. */
  async settled(): Promise<void> {
    do await this.#settle();
    while (this.#rounds.hasWork || this.#work !== undefined);
  }

  /** What is not stored by then is evaluated again at the next start. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#rounds.insistence.stop();
    await this.#work;
    await this.#rounds.noteEnd();
  }

  /** Also while a round waits for the database, which may be what is away. */
  #tick(): void {
    this.#rounds.absence.look();
    this.#wake();
  }

  #wake(): void {
    if (this.#work !== undefined || this.#rounds.insistence.isStopped || this.#rounds.isStarting || this.#isWoken)
      return;
    this.#isWoken = true;
    void this.#settleSoon();
  }

  /** Behind what is answered in this turn, and what then goes to the disk at its end: the disk works while rules do. */
  async #settleSoon(): Promise<void> {
    await immediate();
    await immediate();
    this.#isWoken = false;
    if (!this.#rounds.insistence.isStopped) await this.#settle();
  }

  /** One at a time; whatever comes meanwhile is done in the same go. */
  #settle(): Promise<void> {
    this.#work ??= this.#outside(() => this.#rounds.go())
      .catch((error) => this.#parts.onFailure(error))
      .finally(() => {
        this.#work = undefined;
      });
    return this.#work;
  }
}
