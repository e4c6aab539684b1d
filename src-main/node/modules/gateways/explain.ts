import type { ActionOf } from '#shared/protocol/evalCodes.ts'
import { MODULE_FEE } from '#shared/protocol/moduleRules.ts'
import type { Transaction } from '../../primitives/index.ts'
import { toHex } from '../../util/index.ts'
import type { ExplainContext, ModuleAction, ModuleExplainer } from '../ccModule.ts'
import { paysTree } from '../outputRules.ts'
import { conditionKeyOf, type RawKey, rawKeyOf } from '../rawKey.ts'
import { tokenUnitsText } from '../sentences.ts'
import { displayText } from '../tokens/displayText.ts'
import {
  bindOf,
  completeOf,
  depositOf,
  GATEWAY_FUNC,
  type GatewayFunc,
  gatewayClaimOf,
  gatewayFuncOf,
  markDoneOf,
  partialSignOf,
  withdrawOf,
} from './codec.ts'
import { depositScript, GATEWAY_MARKER_SCRIPT, GATEWAY_TOKENS_SCRIPT } from './keys.ts'

const NONE: ReadonlySet<number> = new Set()
const FIRST: ReadonlySet<number> = new Set([0])
const SECOND: ReadonlySet<number> = new Set([1])

const EMPTIABLE =
  'Anybody can take the tokens that a gateway holds: the rules of the contract do not protect them, and never did.'

interface Told {
  readonly name: ActionOf<'gateways'>
  readonly say: string
  readonly locked?: ReadonlySet<number>
  readonly markers?: ReadonlySet<number>
}

type Teller = (tx: Transaction) => Told | undefined

const keyText = (key: RawKey): string => toHex(rawKeyOf(key)) || 'a key that is none'

/** What each step does, where its outputs are those of such a step. */
const TELLERS: Readonly<Record<GatewayFunc, Teller>> = {
  [GATEWAY_FUNC.bind](tx) {
    const bind = bindOf(tx)
    if (bind === undefined || !paysTree(tx.vout[0], GATEWAY_TOKENS_SCRIPT)) return undefined
    const coin = displayText(bind.coin)
    const say = `Opens a gateway to the coin ${coin} with ${tokenUnitsText(bind.totalSupply)} of the token; ${bind.m} of ${bind.n} signers keep the coins.`
    return { name: 'gateway-bind', say, locked: FIRST, markers: SECOND }
  },
  [GATEWAY_FUNC.deposit](tx) {
    const deposit = depositOf(tx)
    if (deposit === undefined || !paysTree(tx.vout[0], depositScript(conditionKeyOf(deposit.destination)))) {
      return undefined
    }
    const { amount, coin, destination } = deposit
    const say = `Says that ${tokenUnitsText(amount)} of ${displayText(coin)} were paid into a gateway for ${keyText(destination)}.`
    return { name: 'gateway-deposit', say, markers: new Set([0, 1]) }
  },
  [GATEWAY_FUNC.claim](tx) {
    const claim = gatewayClaimOf(tx)
    const say = claim && `Claims tokens of a gateway to the coin ${displayText(claim.coin)}.`
    return say === undefined ? undefined : { name: 'gateway-claim', say, locked: heldBy(tx) }
  },
  [GATEWAY_FUNC.withdraw](tx) {
    const terms = withdrawOf(tx)
    if (terms === undefined || !paysTree(tx.vout[1], GATEWAY_TOKENS_SCRIPT)) return undefined
    const { amount, coin, destination } = terms
    const say = `Gives ${tokenUnitsText(amount)} of a gateway’s token back for ${displayText(coin)}, which its signers are to pay to ${keyText(destination)}. They may or may not.`
    return { name: 'gateway-withdraw', say, locked: SECOND, markers: FIRST }
  },
  [GATEWAY_FUNC.partialSign](tx) {
    const step = partialSignOf(tx)
    const say = step && `Adds a signature to a withdrawal of ${displayText(step.coin)} from a gateway.`
    return say === undefined || !marks(tx) ? undefined : { name: 'gateway-sign', say, markers: FIRST }
  },
  [GATEWAY_FUNC.complete](tx) {
    const step = completeOf(tx)
    const say = step && `Completes the signatures of a withdrawal of ${displayText(step.coin)} from a gateway.`
    return say === undefined || !marks(tx) ? undefined : { name: 'gateway-complete', say, markers: FIRST }
  },
  [GATEWAY_FUNC.markDone](tx) {
    const step = markDoneOf(tx)
    const say = step && `Notes that a withdrawal of ${displayText(step.coin)} from a gateway was paid.`
    return say === undefined ? undefined : { name: 'gateway-done', say }
  },
}

const marks = (tx: Transaction): boolean => paysTree(tx.vout[0], GATEWAY_MARKER_SCRIPT, MODULE_FEE)

const heldBy = (tx: Transaction): ReadonlySet<number> =>
  new Set(tx.vout.flatMap((output, n) => (paysTree(output, GATEWAY_TOKENS_SCRIPT) ? [n] : [])))

export const gatewaysExplainer: ModuleExplainer<'gateways'> = {
  actionOf({ tx }: ExplainContext): ModuleAction<'gateways'> | undefined {
    const func = gatewayFuncOf(tx)
    const told = func === undefined ? undefined : TELLERS[func]?.(tx)
    return told && { locked: NONE, ...told, say: () => told.say }
  },
  keysOf(tx) {
    const keys = [depositOf(tx)?.destination, gatewayClaimOf(tx)?.destination]
    return keys.flatMap((key) => (key && rawKeyOf(key).length > 0 ? [key] : []))
  },
  markerScripts: [GATEWAY_MARKER_SCRIPT],
  sentence: (_, coins, { say }) => say?.(coins) ?? 'Does something with a gateway.',
  covers: () => false,
  warnings: ({ action }) =>
    action === 'gateway-bind' || action === 'gateway-deposit' || action === 'gateway-withdraw' ? [EMPTIABLE] : [],
}
