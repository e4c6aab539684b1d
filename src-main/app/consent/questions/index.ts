/** Selects the prompt for each method and the action after approval. */
import type { PageCall } from '../pageCall.ts'
import type { ConsentContext, ConsentPlan, Planner } from '../plan.ts'
import type { Reason } from '../policy.ts'
import { aboutBans } from './bans.ts'
import { aboutDeletion, aboutForgetting, aboutFreshStart, aboutNewChain, aboutNewWallet, aboutPorts } from './chains.ts'
import {
  aboutExport,
  aboutGatewayKey,
  aboutImport,
  aboutKey,
  aboutNewPhrase,
  aboutProof,
  aboutShownPhrase,
} from './disclosing.ts'
import { draft } from './draft.ts'
import { aboutFee, aboutIdentity } from './identity.ts'
import { planMoveConsent } from './moveToPhrase.ts'
import { planPaymentConsent } from './payment.ts'
import { aboutPicture, aboutTokenLink } from './pictures.ts'
import { aboutRestoring, aboutSchedule, aboutSealing } from './sealedBackups.ts'
import { aboutSecrets, asksForSecrets } from './secretQuestions.ts'
import { aboutRpcPassword, aboutSettings } from './settings.ts'
import { aboutTogether } from './together.ts'
import { aboutUpdatePage } from './updates.ts'
import { UNKNOWN_WORDS, WORDS } from './words.ts'

const PLANNERS: Readonly<Record<string, Planner>> = {
  sendrawtransaction: planPaymentConsent,
  sendprepared: planPaymentConsent,
  sendtogether: aboutTogether,
  sendtoaddress: planPaymentConsent,
  sendmany: planPaymentConsent,
  sendfrom: planPaymentConsent,
  movetophrase: planMoveConsent,
  settxfee: aboutFee,
  setban: aboutBans,
  restorebans: aboutBans,
  setidentity: aboutIdentity,
  setpubkey: aboutIdentity,
  dumpprivkey: aboutKey,
  gatewaysdumpprivkey: aboutGatewayKey,
  newphrase: aboutNewPhrase,
  showphrase: aboutShownPhrase,
  exportwallet: aboutExport,
  importwallettext: aboutImport,
  provebackup: aboutProof,
  sealbackup: aboutSealing,
  restorebackup: aboutRestoring,
  setbackupschedule: aboutSchedule,
  createchain: aboutNewChain,
  joinchain: aboutNewChain,
  deletechain: aboutDeletion,
  forgetchain: aboutForgetting,
  newwallet: aboutNewWallet,
  joinafresh: aboutFreshStart,
  undojoinafresh: aboutFreshStart,
  startchain: aboutPorts,
  setchainsettings: aboutSettings,
  setrpcaccess: aboutSettings,
  newrpcpassword: aboutRpcPassword,
  openupdatepage: aboutUpdatePage,
  gettokenpicture: aboutPicture,
  opentokenlink: aboutTokenLink,
}

const fromWords: Planner = (call, ground) => ({
  question: draft(ground, (WORDS[call.name] ?? UNKNOWN_WORDS)(call, ground.t)),
  act: () => ground.forward(call),
})

/** Returns true if a method has its own prompt text, beyond its summary in the contract. */
export const hasQuestion = (name: string) =>
  Object.hasOwn(PLANNERS, name) || Object.hasOwn(WORDS, name) || asksForSecrets(name)

/** Returns the kind of prompt, by which refusals are counted. */
export const questionKind = (name: string) =>
  [planPaymentConsent, aboutTogether].some((each) => PLANNERS[name] === each) ? 'payment' : name

export async function planOf(call: PageCall, ground: ConsentContext, because: readonly Reason[]): Promise<ConsentPlan> {
  const planner = PLANNERS[call.name] ?? (asksForSecrets(call.name) ? aboutSecrets : fromWords)
  const plan = await planner(call, ground)
  if (because.length === 0 || plan.settled) return plan
  const reasons = because.map((reason) => ground.t(reason))
  return { ...plan, question: { ...plan.question, warnings: [...reasons, ...plan.question.warnings] } }
}
