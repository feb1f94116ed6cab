import {
  loginStepRoutes,
  type SignInRulesRecord,
  secondFactorRoutes,
  signInRuleRoutes,
  userSecondFactorRoutes,
} from "@heliograph/contract";
import {
  codeNeeded,
  type SecondFactors,
  type SignIn,
  type SignInRules,
  type Users,
} from "../../../core/access/index.ts";
import type { Tenants } from "../../../core/tenants/index.ts";
import type { HttpApp } from "../../http-app.ts";
import { register } from "../../register.ts";
import { callerOf, requireSession, stepTokenOf } from "../access.ts";
import { userRecordOf } from "../records/access-records.ts";
import { administeredTenantInPath, userIdOf } from "../route-ids.ts";
import { originOf } from "../session-origin.ts";

interface SecondFactorDependencies {
  readonly signIn: SignIn;
  readonly secondFactors: SecondFactors;
  readonly users: Users;
  readonly tenants: Tenants;
}

/** Second factors: shown at the login, set up and given up by their owner, asked for by tenants [AUTH9]. */
export function serveSecondFactors(app: HttpApp, dependencies: SecondFactorDependencies): void {
  serveLoginSteps(app, dependencies);
  serveOwnFactor(app, dependencies);
  serveRules(app, dependencies);
}

function serveLoginSteps(app: HttpApp, { signIn }: SecondFactorDependencies): void {
  register(app, loginStepRoutes, {
    verifyLogin: (request) => {
      const code = request.body?.verificationCode ?? request.query.verificationCode;
      if (code === undefined) throw codeNeeded();
      return signIn.verify(stepTokenOf(request), { code, address: request.ip }, originOf(request));
    },

    setUpAtLogin: async (request) => proposedOf(await signIn.setUp(stepTokenOf(request))),

    confirmAtLogin: async (request) => {
      const { recoveryCodes, ...pair } = await signIn.confirm(
        stepTokenOf(request),
        { code: request.body.verificationCode, password: request.body.password, address: request.ip },
        originOf(request),
      );
      return { ...pair, recoveryCodes: [...recoveryCodes] };
    },
  });
}

function serveOwnFactor(app: HttpApp, { secondFactors, users }: SecondFactorDependencies): void {
  const ownerOf = (request: Parameters<typeof callerOf>[0]) => users.requireAccount(callerOf(request).userId);
  register(app, secondFactorRoutes, {
    secondFactor: async (request) => {
      const { userId, tenantId } = callerOf(request);
      const state = await secondFactors.stateOf(userId, tenantId);
      return {
        isEnabled: state.enabledTime !== null,
        enabledTime: state.enabledTime,
        recoveryCodesLeft: state.recoveryCodesLeft,
        isServiceAccount: state.isService,
        isRequired: state.isRequired,
      };
    },

    newSecondFactor: async (request) => proposedOf(await secondFactors.propose(await ownerOf(request))),

    confirmSecondFactor: async (request) => {
      const [owner, sessionId] = [await ownerOf(request), requireSession(request)];
      const { password, verificationCode } = request.body;
      await secondFactors.requirePassword(owner, password, request.ip);
      return { recoveryCodes: [...(await secondFactors.confirm(owner, verificationCode, sessionId))] };
    },

    renewRecoveryCodes: async (request) => {
      const { password, verificationCode } = request.body;
      const shown = { code: verificationCode, address: request.ip };
      return { recoveryCodes: [...(await secondFactors.renewRecoveryCodes(await ownerOf(request), password, shown))] };
    },

    endSecondFactor: async (request) => {
      const { password, verificationCode } = request.body;
      await secondFactors.giveUp(await ownerOf(request), password, { code: verificationCode, address: request.ip });
      return {};
    },
  });
}

function serveRules(app: HttpApp, { secondFactors, users, tenants }: SecondFactorDependencies): void {
  register(app, signInRuleRoutes, {
    signInRules: async (request) =>
      rulesRecordOf(await secondFactors.rulesOf(await administeredTenantInPath(request, tenants))),

    saveSignInRules: async (request) => {
      const tenant = await administeredTenantInPath(request, tenants);
      const { secondFactorRequired, version } = request.body;
      return rulesRecordOf(await secondFactors.requireIn(tenant, secondFactorRequired, callerOf(request), version));
    },
  });
  register(app, userSecondFactorRoutes, {
    resetSecondFactor: async (request) => {
      const tenant = await administeredTenantInPath(request, tenants);
      await secondFactors.reset(tenant, userIdOf(request.params.userId), callerOf(request));
      return {};
    },

    markServiceAccount: async (request) => {
      const [tenant, userId] = [await administeredTenantInPath(request, tenants), userIdOf(request.params.userId)];
      await secondFactors.markService(tenant, userId, request.body.serviceAccount, callerOf(request));
      return userRecordOf(await users.require(tenant, userId));
    },
  });
}

const rulesRecordOf = ({ isRequired, version }: SignInRules): SignInRulesRecord => ({
  secondFactorRequired: isRequired,
  version,
});

const proposedOf = ({ secret, url }: { readonly secret: string; readonly url: string }) => ({
  providerType: "TOTP" as const,
  secret,
  authUrl: url,
});
