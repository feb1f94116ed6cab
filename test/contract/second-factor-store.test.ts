import { randomBytes, randomUUID } from "node:crypto";
import { TOTP } from "otpauth";
import { describe, expect, test } from "vitest";
import { KeySealer } from "../../server/src/adapters/secrets/key-sealer.ts";
import { TotpCodes } from "../../server/src/adapters/secrets/totp-codes.ts";
import { SqlSecondFactorStore } from "../../server/src/adapters/sql/stores/second-factor-store.ts";
import { SqlSessionStore } from "../../server/src/adapters/sql/stores/session-store.ts";
import { SqlTenantStore } from "../../server/src/adapters/sql/stores/tenant-store.ts";
import { SqlUserStore } from "../../server/src/adapters/sql/stores/user-store.ts";
import { Login, LoginThrottle, SecondFactors, type Sessions, type User } from "../../server/src/core/access/index.ts";
import { type AuthorityId, newId, type SessionId, type TenantId, type UserId } from "../../server/src/kernel/ids.ts";
import { epochMs } from "../../server/src/kernel/time.ts";
import { onEveryDatabase } from "../support/databases.ts";
import { noAudit } from "../support/no-audit.ts";

const first = { sealed: "sealed", step: 100, recoveryHashes: ["a", "b"], now: epochMs(50), session: undefined };

onEveryDatabase("Second factors", (open) => {
  async function arrange() {
    const { database, [Symbol.asyncDispose]: dispose } = await open();
    const [tenants, users] = [new SqlTenantStore(database), new SqlUserStore(database)];
    const lab = { id: newId<TenantId>(), name: "Rail Lab", createdTime: epochMs(1) };
    await tenants.create(lab);
    const newUser = async (): Promise<{ user: User; authorityId: AuthorityId }> => {
      const [id, authorityId] = [newId<UserId>(), newId<AuthorityId>()];
      const names = { username: randomUUID(), firstName: null, lastName: null };
      const user = { id, createdTime: epochMs(2), ...names, passwordHash: "hash" };
      await users.create(user, { id: authorityId, role: "VIEWER", tenantId: lab.id, createdTime: epochMs(3) });
      return { user, authorityId };
    };
    const sessions = new SqlSessionStore(database);
    const newSession = async (of: { user: User; authorityId: AuthorityId }, isVerified = false): Promise<SessionId> => {
      const id = newId<SessionId>();
      const times = { createdTime: epochMs(1), lastUsedTime: epochMs(1), expiresTime: epochMs(1_000) };
      const { user, authorityId } = of;
      const origin = { address: null, userAgent: null, openedTenantId: null };
      await sessions.create(
        { id, userId: user.id, authorityId, generation: 0, ...times, ...origin, isVerified },
        "hash",
      );
      return id;
    };
    const ada = await newUser();
    const factors = new SqlSecondFactorStore(database);
    const enabled = async () => {
      await factors.propose(ada.user.id, "sealed");
      return factors.enable(ada.user.id, first);
    };
    return {
      factors,
      users,
      tenants,
      sessions,
      lab,
      ada,
      newUser,
      newSession,
      enabled,
      [Symbol.asyncDispose]: dispose,
    };
  }

  test("[AUTH9] a secret counts from its first code on, and not when another took its place", async () => {
    await using given = await arrange();
    const { factors, ada } = given;
    const { id } = ada.user;
    const none = { enabledTime: null, recoveryCodesLeft: 0, isService: false, isRequired: false };

    expect(await factors.stateOf(id, undefined)).toEqual(none);
    expect(await factors.stateOf(newId<UserId>(), undefined)).toBeUndefined();
    expect(await factors.propose(id, "older")).toBe(true);
    expect(await factors.propose(id, "sealed")).toBe(true);
    expect(await factors.find(id)).toEqual({ sealed: "sealed", isEnabled: false });
    expect(await factors.stateOf(id, undefined)).toEqual(none);
    expect(await factors.useStep(id, "sealed", 99)).toBe(false);
    expect(await factors.enable(id, { ...first, sealed: "older" })).toBeUndefined();

    expect(await factors.enable(id, first)).toEqual([]);

    expect(await factors.stateOf(id, undefined)).toEqual({ ...none, enabledTime: 50, recoveryCodesLeft: 2 });
    expect(await factors.propose(id, "another")).toBe(false);
    expect(await factors.enable(id, first)).toBeUndefined();
    expect(await factors.propose(newId<UserId>(), "nobody's")).toBe(false);
  });

  test("[AUTH9] a code is good once, its first use included, also for two who show it at once", async () => {
    await using given = await arrange();
    const { factors, ada, enabled } = given;
    await enabled();

    expect(await factors.useStep(ada.user.id, "sealed", 100)).toBe(false);
    const outcomes = await Promise.all([1, 2, 3, 4].map(() => factors.useStep(ada.user.id, "sealed", 101)));

    expect(outcomes.filter(Boolean)).toHaveLength(1);
    expect(await factors.useStep(ada.user.id, "another secret", 102)).toBe(false);
    expect(await factors.useStep(ada.user.id, "sealed", 7)).toBe(true); // the clock was set back
    expect(await factors.useStep(ada.user.id, "sealed", 7)).toBe(false);
  });

  test("[AUTH9] a recovery code is good once, and new ones take the place of all", async () => {
    await using given = await arrange();
    const { factors, ada, enabled, newUser } = given;
    await enabled();
    const grace = await newUser();

    const outcomes = await Promise.all([1, 2, 3].map(() => factors.useRecoveryCode(ada.user.id, "a")));

    expect(outcomes.filter(Boolean)).toHaveLength(1);
    expect(await factors.useRecoveryCode(grace.user.id, "b")).toBe(false);
    expect(await factors.replaceRecoveryCodes(ada.user.id, ["c", "d", "e"])).toBe(true);
    expect(await factors.useRecoveryCode(ada.user.id, "b")).toBe(false);
    expect((await factors.stateOf(ada.user.id, undefined))?.recoveryCodesLeft).toBe(3);
    expect(await factors.replaceRecoveryCodes(grace.user.id, ["f"])).toBe(false);
  });

  test("[AUTH9] setting it up ends the sessions without it; the one in which that was done goes on", async () => {
    await using given = await arrange();
    const { factors, sessions, ada, newSession } = given;
    const [own, other] = [await newSession(ada), await newSession(ada)];
    await factors.propose(ada.user.id, "sealed");

    expect(await factors.enable(ada.user.id, { ...first, session: own })).toEqual([other]);

    expect((await sessions.find(own))?.session.isVerified).toBe(true);
    expect(await sessions.find(other)).toBeUndefined();
    const late = await newSession(ada); // by a login that had its password looked at before
    expect(await sessions.find(late)).toBeUndefined();
    expect((await sessions.listOf(ada.user.id, epochMs(5))).map(({ session }) => session.id)).toEqual([own]);
  });

  test("[AUTH9] a tenant that asks for it has no sessions without, but those of service accounts", async () => {
    await using given = await arrange();
    const { factors, sessions, lab, ada, newUser, newSession } = given;
    const [robot, grace] = [await newUser(), await newUser()];
    await factors.setService(robot.user.id, true);
    const [adas, robots, graces] = [await newSession(ada), await newSession(robot), await newSession(grace, true)];

    const [before, after] = [
      { isRequired: false, version: 0 },
      { isRequired: true, version: 1 },
    ];
    expect(await factors.rulesOf(lab.id)).toEqual(before);
    expect(await factors.setRequired(lab.id, true)).toEqual({ before, after, ended: [adas] });

    expect(await factors.rulesOf(lab.id)).toEqual(after);
    expect((await factors.stateOf(ada.user.id, lab.id))?.isRequired).toBe(true);
    expect(await sessions.find(await newSession(ada))).toBeUndefined();
    expect((await sessions.find(robots))?.session.id).toBe(robots);
    expect((await sessions.find(graces))?.session.id).toBe(graces);
    expect(await factors.setService(robot.user.id, false)).toEqual([robots]);
    expect(await factors.setRequired(newId<TenantId>(), true)).toBe("no-such-tenant");
    expect(await factors.setRequired(lab.id, false)).toMatchObject({ after: { isRequired: false } });
  });

  test("[AUTH9] of two who change the rules of a tenant at once the second is told", async () => {
    await using given = await arrange();
    const { factors, lab } = given;

    const outcomes = await Promise.all([1, 2, 3].map(() => factors.setRequired(lab.id, true, 0)));

    expect(outcomes.filter((outcome) => outcome === "changed-meanwhile")).toHaveLength(2);
    expect(await factors.setRequired(lab.id, false, 0)).toBe("changed-meanwhile");
    expect(await factors.rulesOf(lab.id)).toEqual({ isRequired: true, version: 1 });
  });

  test("[AUTH9] giving it up ends the sessions where it is asked for; a reset ends all, and forgets all codes", async () => {
    await using given = await arrange();
    const { factors, sessions, lab, ada, newSession, enabled } = given;
    expect(await factors.remove(ada.user.id, "all")).toBeUndefined();
    await enabled();
    const session = await newSession(ada, true);

    expect(await factors.remove(ada.user.id, "where-required")).toEqual([]);
    expect((await sessions.find(session))?.session.isVerified).toBe(false);
    await enabled();
    expect(await factors.useStep(ada.user.id, "sealed", 101)).toBe(true);
    await factors.setRequired(lab.id, true);
    const verified = await newSession(ada, true);
    expect(await factors.remove(ada.user.id, "where-required")).toEqual([verified]);
    await factors.setRequired(lab.id, false);
    await enabled();
    const last = await newSession(ada, true);
    expect(await factors.remove(ada.user.id, "all")).toEqual([last]);

    expect((await factors.stateOf(ada.user.id, undefined))?.recoveryCodesLeft).toBe(0);
    expect(await factors.useRecoveryCode(ada.user.id, "a")).toBe(false);
  });

  test("[AUTH9] the users of a tenant are listed with what they have, and a user's second factor goes with the user", async () => {
    await using given = await arrange();
    const { factors, users, lab, ada, newUser, enabled } = given;
    const grace = await newUser();
    await users.changeAccess(lab.id, grace.user.id, { role: "TENANT_ADMIN", grants: [] });
    await factors.setService(grace.user.id, true);
    await enabled();

    const [adas, graces] = [
      await users.findInTenant(lab.id, ada.user.id),
      await users.findInTenant(lab.id, grace.user.id),
    ];
    expect([adas?.hasSecondFactor, adas?.isService]).toEqual([true, false]);
    expect([graces?.hasSecondFactor, graces?.isService]).toEqual([false, true]);
    await users.unassign(lab.id, ada.user.id);
    expect(await factors.find(ada.user.id)).toBeUndefined();
  });

  describe("[AUTH9] when the clock is set", () => {
    async function arrangeClock() {
      const given = await arrange();
      const clock = { now: Date.UTC(2026, 10, 16) };
      const failures = { record: () => undefined };
      const hasher = { hash: async () => "hash", verify: async () => true };
      const throttle = new LoginThrottle({
        ...{ freeFailures: 50, refuseFromFailures: 100, firstDelayMs: 0, longestDelayMs: 0 },
        ...{ forgetAfterMs: 1_000, rememberedAtMost: 10 },
      });
      const login = new Login({ users: given.users, hasher, throttle, failures, clock: () => epochMs(0) });
      const sessions = { ended: () => undefined, userChanged: () => undefined } as unknown as Sessions;
      const factors = new SecondFactors({
        ...{ store: given.factors, codes: new TotpCodes(), sealer: new KeySealer(randomBytes(32)), login, sessions },
        ...{
          care: undefined as never,
          letters: { news: async () => undefined } as never,
          clock: () => epochMs(clock.now),
          audit: noAudit,
        },
      });
      const { secret } = await factors.propose(given.ada.user);
      /** What the telephone shows, whose clock is right. */
      const codeAt = (time: number) => TOTP.generate({ secret: secretOf(secret), timestamp: time });
      const isTaken = (code: string) =>
        factors
          .verify(given.ada.user, { code, address: "192.0.2.7" }, () => new Error("wrong") as never)
          .then(
            (by) => by === "app",
            () => false,
          );
      await factors.confirm(given.ada.user, codeAt(clock.now));
      return { ...given, clock, codeAt, isTaken };
    }
    const secretOf = (base32: string) => new TOTP({ secret: base32 }).secret;
    const hour = 3_600_000;

    test("back, codes of the present are taken, and none a second time", async () => {
      await using given = await arrangeClock();
      const { clock, codeAt, isTaken } = given;
      const early = clock.now;
      clock.now += 5 * hour; // it was wrong, and so is the code that is taken now
      const ahead = codeAt(clock.now);
      expect(await isTaken(ahead)).toBe(true);

      clock.now = early + 60_000;

      expect(await isTaken(codeAt(clock.now))).toBe(true);
      expect(await isTaken(codeAt(clock.now))).toBe(false);
      expect(await isTaken(ahead)).toBe(false);
      clock.now += 5 * hour - 60_000; // the hour of the code comes once more
      expect(await isTaken(ahead)).toBe(false);
      expect(await isTaken(codeAt(clock.now + 30_000))).toBe(true);
    });

    test("forth and back again, what was used stays used", async () => {
      await using given = await arrangeClock();
      const { clock, codeAt, isTaken } = given;
      clock.now += 60_000;
      const [time, used] = [clock.now, codeAt(clock.now)];
      expect(await isTaken(used)).toBe(true);

      clock.now += 24 * hour;
      expect(await isTaken(used)).toBe(false);
      expect(await isTaken(codeAt(clock.now))).toBe(true);
      clock.now = time;

      expect(await isTaken(used)).toBe(false);
    });

    test("a telephone half a minute off is understood, one that is minutes off is not", async () => {
      await using given = await arrangeClock();
      const { clock, codeAt, isTaken } = given;
      clock.now += hour;

      expect(await isTaken(codeAt(clock.now - 30_000))).toBe(true);
      expect(await isTaken(codeAt(clock.now + 30_000))).toBe(true);
      expect(await isTaken(codeAt(clock.now - 120_000))).toBe(false);
      expect(await isTaken(codeAt(clock.now + 120_000))).toBe(false);
    });
  });
});
