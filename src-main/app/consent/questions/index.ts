/** Selects the prompt for each method and the action after approval. */
import type { PageCall } from '../pageCall.ts'
import type { ConsentContext, ConsentPlan, Planner } from '../plan.ts'
import type { Reason } from '../policy.ts'
import { planBansConsent } from './bans.ts'
import {
  planDeletionConsent,
  planForgettingConsent,
  planFreshStartConsent,
  planNewChainConsent,
  planNewWalletConsent,
  planPortsConsent,
} from './chains.ts'
import {
  planExportConsent,
  planGatewayKeyConsent,
  planImportConsent,
  planKeyConsent,
  planNewPhraseConsent,
  planProofConsent,
  planShowPhraseConsent,
} from './disclosing.ts'
import { draft } from './draft.ts'
import { planFeeConsent, planIdentityConsent } from './identity.ts'
import { planMoveInConsent, planMoveUndoConsent, planNodeFolderConsent } from './moveIn.ts'
import { planMoveConsent } from './moveToPhrase.ts'
import { planOldKeyConsent } from './oldKeys.ts'
import { draftUnknownMethod, PARAMETER_QUESTIONS } from './parameterQuestions.ts'
import { planPaymentConsent } from './payment.ts'
import { planPictureConsent, planTokenLinkConsent } from './pictures.ts'
import { planRestoringConsent, planScheduleConsent, planSealingConsent } from './sealedBackups.ts'
import { asksForSecrets, planSecretsConsent } from './secretQuestions.ts'
import { planRpcPasswordConsent, planSettingsConsent } from './settings.ts'
import { planTogetherConsent } from './together.ts'
import { planUpdatePageConsent } from './updates.ts'

const PLANNERS: Readonly<Record<string, Planner>> = {
  sendrawtransaction: planPaymentConsent,
  sendprepared: planPaymentConsent,
  sendtogether: planTogetherConsent,
  sendtoaddress: planPaymentConsent,
  sendmany: planPaymentConsent,
  sendfrom: planPaymentConsent,
  movetophrase: planMoveConsent,
  settxfee: planFeeConsent,
  setban: planBansConsent,
  restorebans: planBansConsent,
  setidentity: planIdentityConsent,
  setpubkey: planIdentityConsent,
  dumpprivkey: planKeyConsent,
  gatewaysdumpprivkey: planGatewayKeyConsent,
  newphrase: planNewPhraseConsent,
  showphrase: planShowPhraseConsent,
  exportwallet: planExportConsent,
  importwallettext: planImportConsent,
  importpassphrase: planOldKeyConsent,
  provebackup: planProofConsent,
  sealbackup: planSealingConsent,
  restorebackup: planRestoringConsent,
  setbackupschedule: planScheduleConsent,
  createchain: planNewChainConsent,
  joinchain: planNewChainConsent,
  deletechain: planDeletionConsent,
  forgetchain: planForgettingConsent,
  newwallet: planNewWalletConsent,
  joinafresh: planFreshStartConsent,
  choosenodefolder: planNodeFolderConsent,
  moveinnode: planMoveInConsent,
  undomovein: planMoveUndoConsent,
  undojoinafresh: planFreshStartConsent,
  startchain: planPortsConsent,
  setchainsettings: planSettingsConsent,
  setrpcaccess: planSettingsConsent,
  newrpcpassword: planRpcPasswordConsent,
  openupdatepage: planUpdatePageConsent,
  gettokenpicture: planPictureConsent,
  opentokenlink: planTokenLinkConsent,
}

const planParameterConsent: Planner = (call, context) => ({
  question: draft(context, (PARAMETER_QUESTIONS[call.name] ?? draftUnknownMethod)(call, context.t)),
  act: () => context.forward(call),
})

/** Returns true if a method has its own prompt text, beyond its summary in the contract. */
export const hasQuestion = (name: string) =>
  Object.hasOwn(PLANNERS, name) || Object.hasOwn(PARAMETER_QUESTIONS, name) || asksForSecrets(name)

/** Returns the kind of prompt, by which refusals are counted. */
export const questionKind = (name: string) =>
  [planPaymentConsent, planTogetherConsent].some((each) => PLANNERS[name] === each) ? 'payment' : name

export async function buildConsentPlan(
  call: PageCall,
  context: ConsentContext,
  because: readonly Reason[],
): Promise<ConsentPlan> {
  const planner = PLANNERS[call.name] ?? (asksForSecrets(call.name) ? planSecretsConsent : planParameterConsent)
  const plan = await planner(call, context)
  if (because.length === 0 || plan.settled) return plan
  const reasons = because.map((reason) => context.t(reason))
  return { ...plan, question: { ...plan.question, warnings: [...reasons, ...plan.question.warnings] } }
}
