import { CONTRACT_FEE } from '#shared/protocol/contractRules.ts'
import type { ActionOf } from '#shared/protocol/evalCodes.ts'
import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { type SentenceKey, say } from '#shared/sentences/sentence.ts'
import { ccOne } from '../../conditions/index.ts'
import { ccScript } from '../../script/index.ts'
import type { ContractExplainer } from '../contract.ts'
import { decodeCcInputs, hasEval } from '../framework/ccInputs.ts'
import { contractPayload } from '../framework/opReturn.ts'
import { paysTree } from '../framework/outputRules.ts'
import { IMPORT_GATEWAY_KEY } from './keys.ts'

const MARKER_SCRIPT = ccScript(ccOne(EVAL_CODES.importgateway, IMPORT_GATEWAY_KEY.publicKey))

/** Actions by the letter of the data (importgateway.md §3). No rule depends on the other data. */
const STEPS: Readonly<Record<string, readonly [name: ActionOf<'importgateway'>, text: SentenceKey]>> = {
  B: ['import-bind', 'importgateway.binds'],
  D: ['import-deposit', 'importgateway.deposits'],
  W: ['import-withdraw', 'importgateway.withdraws'],
  P: ['import-sign', 'importgateway.signs'],
  S: ['import-complete', 'importgateway.completes'],
  M: ['import-done', 'importgateway.done'],
}

const NONE: ReadonlySet<number> = new Set()
const FIRST: ReadonlySet<number> = new Set([0])

export const importGatewayExplainer: ContractExplainer<'importgateway'> = {
  actionOf({ tx }) {
    const data = contractPayload(tx)
    if (data === undefined || data.length <= 2 || data[0] !== EVAL_CODES.importgateway) return undefined
    const step = STEPS[String.fromCharCode(data[1]!)]
    const marks = paysTree(tx.vout[0], MARKER_SCRIPT, CONTRACT_FEE)
    const spends = decodeCcInputs(tx).some((input) => hasEval(input, EVAL_CODES.importgateway))
    if (step === undefined || !(marks || spends)) return undefined
    return { name: step[0], locked: NONE, markers: marks ? FIRST : NONE, say: () => say(step[1]) }
  },
  markerScripts: [MARKER_SCRIPT],
  sentence: (_, coins, action) => action.say?.(coins) ?? say('importgateway.unknown'),
  covers: () => false,
}
