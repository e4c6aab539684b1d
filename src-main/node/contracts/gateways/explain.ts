import { CONTRACT_FEE } from '#shared/protocol/contractRules.ts'
import type { ActionOf } from '#shared/protocol/evalCodes.ts'
import { type Phrase, type Sentence, type SentenceKey, say } from '#shared/sentences/sentence.ts'
import { formatAmount } from '#shared/units.ts'
import type { Transaction } from '../../primitives/index.ts'
import { toHex } from '../../util/index.ts'
import type { ContractAction, ContractExplainer, ExplainContext } from '../contract.ts'
import { displayText } from '../framework/displayText.ts'
import { paysTree } from '../framework/outputRules.ts'
import { type RawKey, toValidKey } from '../framework/rawKey.ts'
import { type CoinText, unitsPhrase } from '../framework/sentences.ts'
import {
  decodeBind,
  decodeComplete,
  decodeDeposit,
  decodeGatewayClaim,
  decodeMarkDone,
  decodePartialSign,
  decodeWithdraw,
  findGatewayFunc,
  GATEWAY_FUNC,
  type GatewayFunc,
} from './codec.ts'
import { depositScript, GATEWAY_MARKER_SCRIPT, GATEWAY_TOKENS_SCRIPT } from './keys.ts'

const NONE: ReadonlySet<number> = new Set()
const FIRST: ReadonlySet<number> = new Set([0])
const SECOND: ReadonlySet<number> = new Set([1])

interface GatewayAction {
  readonly name: ActionOf<'gateways'>
  readonly say: (coins: CoinText) => Sentence
  readonly locked?: ReadonlySet<number>
  readonly markers?: ReadonlySet<number>
}

type ExplainStep = (tx: Transaction) => GatewayAction | undefined

const keyText = (key: RawKey): string | Phrase => toHex(toValidKey(key)) || say('phrase.noKey')

/** Explains each step if its outputs match the step. */
const EXPLANATIONS: Readonly<Record<GatewayFunc, ExplainStep>> = {
  [GATEWAY_FUNC.bind](tx) {
    const bind = decodeBind(tx)
    if (bind === undefined || !paysTree(tx.vout[0], GATEWAY_TOKENS_SCRIPT)) return undefined
    const said = say<string | Phrase>('gateways.binds', {
      ...{ coin: displayText(bind.coin), units: unitsPhrase(bind.totalSupply) },
      signers: say('phrase.signers', { needed: String(bind.m), of: String(bind.n) }),
    })
    return { name: 'gateway-bind', say: () => said, locked: FIRST, markers: SECOND }
  },
  [GATEWAY_FUNC.deposit](tx) {
    const deposit = decodeDeposit(tx)
    if (deposit === undefined || !paysTree(tx.vout[0], depositScript(deposit.destination))) {
      return undefined
    }
    const { amount, coin, destination } = deposit
    const said = say<string | Phrase>('gateways.deposits', {
      ...{ coins: formatAmount(amount), coin: displayText(coin), key: keyText(destination) },
    })
    return { name: 'gateway-deposit', say: () => said, markers: new Set([0, 1]) }
  },
  [GATEWAY_FUNC.claim](tx) {
    const claim = decodeGatewayClaim(tx)
    return claim && { name: 'gateway-claim', say: createSentence('gateways.claims', claim), locked: heldBy(tx) }
  },
  [GATEWAY_FUNC.withdraw](tx) {
    const terms = decodeWithdraw(tx)
    if (terms === undefined || !paysTree(tx.vout[1], GATEWAY_TOKENS_SCRIPT)) return undefined
    const { amount, coin, destination } = terms
    const said = say<string | Phrase>('gateways.withdraws', {
      ...{ units: unitsPhrase(amount), coin: displayText(coin), key: keyText(destination) },
    })
    return { name: 'gateway-withdraw', say: () => said, locked: SECOND, markers: FIRST }
  },
  [GATEWAY_FUNC.partialSign](tx) {
    const step = marks(tx) ? decodePartialSign(tx) : undefined
    return step && { name: 'gateway-sign', say: createSentence('gateways.signs', step), markers: FIRST }
  },
  [GATEWAY_FUNC.complete](tx) {
    const step = marks(tx) ? decodeComplete(tx) : undefined
    return step && { name: 'gateway-complete', say: createSentence('gateways.completes', step), markers: FIRST }
  },
  [GATEWAY_FUNC.markDone](tx) {
    const step = decodeMarkDone(tx)
    return step && { name: 'gateway-done', say: createSentence('gateways.done', step) }
  },
}

function createSentence(key: SentenceKey, { coin }: { readonly coin: Uint8Array }): () => Sentence {
  const said = say(key, { coin: displayText(coin) })
  return () => said
}

const marks = (tx: Transaction): boolean => paysTree(tx.vout[0], GATEWAY_MARKER_SCRIPT, CONTRACT_FEE)

const heldBy = (tx: Transaction): ReadonlySet<number> =>
  new Set(tx.vout.flatMap((output, n) => (paysTree(output, GATEWAY_TOKENS_SCRIPT) ? [n] : [])))

export const gatewaysExplainer: ContractExplainer<'gateways'> = {
  actionOf({ tx }: ExplainContext): ContractAction<'gateways'> | undefined {
    const func = findGatewayFunc(tx)
    const action = func === undefined ? undefined : EXPLANATIONS[func]?.(tx)
    return action && { locked: NONE, ...action }
  },
  keysOf(tx) {
    const keys = [decodeDeposit(tx)?.destination, decodeGatewayClaim(tx)?.destination]
    return keys.flatMap((key) => (key && toValidKey(key).length > 0 ? [key] : []))
  },
  markerScripts: [GATEWAY_MARKER_SCRIPT],
  sentence: (_, coins, action) => action.say?.(coins) ?? say('gateways.unknown'),
  covers: () => false,
  warnings: ({ action }) =>
    action === 'gateway-bind' || action === 'gateway-deposit' || action === 'gateway-withdraw'
      ? [say('gateways.emptiable')]
      : [],
}
