import type { ActionOf } from '#shared/protocol/evalCodes.ts'
import { MODULE_FEE } from '#shared/protocol/moduleRules.ts'
import { type Phrase, type Sentence, say } from '#shared/sentences/sentence.ts'
import type { Transaction } from '../../primitives/index.ts'
import { toHex } from '../../util/index.ts'
import type { ExplainContext, ModuleAction, ModuleExplainer } from '../ccModule.ts'
import { paysTree } from '../outputRules.ts'
import { conditionKeyOf, type RawKey, rawKeyOf } from '../rawKey.ts'
import { unitsPhrase } from '../sentences.ts'
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

interface Told {
  readonly name: ActionOf<'gateways'>
  readonly told: Sentence
  readonly locked?: ReadonlySet<number>
  readonly markers?: ReadonlySet<number>
}

type Teller = (tx: Transaction) => Told | undefined

const keyOf = (key: RawKey): string | Phrase => toHex(rawKeyOf(key)) || say('phrase.noKey')

/** What each step does, where its outputs are those of such a step. */
const TELLERS: Readonly<Record<GatewayFunc, Teller>> = {
  [GATEWAY_FUNC.bind](tx) {
    const bind = bindOf(tx)
    if (bind === undefined || !paysTree(tx.vout[0], GATEWAY_TOKENS_SCRIPT)) return undefined
    const coin = displayText(bind.coin)
    const [units, m, n] = [unitsPhrase(bind.totalSupply), String(bind.m), String(bind.n)]
    const told = say<string | Phrase>('gateways.binds', { coin, units, m, n })
    return { name: 'gateway-bind', told, locked: FIRST, markers: SECOND }
  },
  [GATEWAY_FUNC.deposit](tx) {
    const deposit = depositOf(tx)
    if (deposit === undefined || !paysTree(tx.vout[0], depositScript(conditionKeyOf(deposit.destination)))) {
      return undefined
    }
    const { amount, coin, destination } = deposit
    const values = { units: unitsPhrase(amount), coin: displayText(coin), key: keyOf(destination) }
    const told = say<string | Phrase>('gateways.deposits', values)
    return { name: 'gateway-deposit', told, markers: new Set([0, 1]) }
  },
  [GATEWAY_FUNC.claim](tx) {
    const claim = gatewayClaimOf(tx)
    const told = claim && say('gateways.claims', { coin: displayText(claim.coin) })
    return told === undefined ? undefined : { name: 'gateway-claim', told, locked: heldBy(tx) }
  },
  [GATEWAY_FUNC.withdraw](tx) {
    const terms = withdrawOf(tx)
    if (terms === undefined || !paysTree(tx.vout[1], GATEWAY_TOKENS_SCRIPT)) return undefined
    const { amount, coin, destination } = terms
    const values = { units: unitsPhrase(amount), coin: displayText(coin), key: keyOf(destination) }
    const told = say<string | Phrase>('gateways.withdraws', values)
    return { name: 'gateway-withdraw', told, locked: SECOND, markers: FIRST }
  },
  [GATEWAY_FUNC.partialSign](tx) {
    const step = partialSignOf(tx)
    const told = step && say('gateways.signs', { coin: displayText(step.coin) })
    return told === undefined || !marks(tx) ? undefined : { name: 'gateway-sign', told, markers: FIRST }
  },
  [GATEWAY_FUNC.complete](tx) {
    const step = completeOf(tx)
    const told = step && say('gateways.completes', { coin: displayText(step.coin) })
    return told === undefined || !marks(tx) ? undefined : { name: 'gateway-complete', told, markers: FIRST }
  },
  [GATEWAY_FUNC.markDone](tx) {
    const step = markDoneOf(tx)
    const told = step && say('gateways.notesPaid', { coin: displayText(step.coin) })
    return told === undefined ? undefined : { name: 'gateway-done', told }
  },
}

const marks = (tx: Transaction): boolean => paysTree(tx.vout[0], GATEWAY_MARKER_SCRIPT, MODULE_FEE)

const heldBy = (tx: Transaction): ReadonlySet<number> =>
  new Set(tx.vout.flatMap((output, n) => (paysTree(output, GATEWAY_TOKENS_SCRIPT) ? [n] : [])))

export const gatewaysExplainer: ModuleExplainer<'gateways'> = {
  actionOf({ tx }: ExplainContext): ModuleAction<'gateways'> | undefined {
    const func = gatewayFuncOf(tx)
    const told = func === undefined ? undefined : TELLERS[func]?.(tx)
    if (told === undefined) return undefined
    const { told: sentence, ...action } = told
    return { locked: NONE, ...action, say: () => sentence }
  },
  keysOf(tx) {
    const keys = [depositOf(tx)?.destination, gatewayClaimOf(tx)?.destination]
    return keys.flatMap((key) => (key && rawKeyOf(key).length > 0 ? [key] : []))
  },
  markerScripts: [GATEWAY_MARKER_SCRIPT],
  sentence: (_, coins, { say: own }) => own?.(coins) ?? say('gateways.unknown'),
  covers: () => false,
  warnings: ({ action }) =>
    action === 'gateway-bind' || action === 'gateway-deposit' || action === 'gateway-withdraw'
      ? [say('gateways.open')]
      : [],
}
