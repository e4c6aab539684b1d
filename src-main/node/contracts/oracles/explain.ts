import { CONTRACT_FEE } from '#shared/protocol/contractRules.ts'
import { type Phrase, type Sentence, say } from '#shared/sentences/sentence.ts'
import { findScriptAddress } from '../../script/index.ts'
import { equal, toHex } from '../../util/index.ts'
import type { ContractAction, ContractExplainer, ExplainContext } from '../contract.ts'
import { displayText } from '../framework/displayText.ts'
import { contractPayload } from '../framework/opReturn.ts'
import { isCc, paysTree } from '../framework/outputRules.ts'
import { type RawKey, toConditionKey, toValidKey } from '../framework/rawKey.ts'
import type { CoinText } from '../framework/sentences.ts'
import { keyAddress, txidKey } from '../framework/txidMarker.ts'
import { decodeOracleCreate, decodeOracleData, emptyTerms, ORACLE_FUNC, readOracleTerms } from './codec.ts'
import { ORACLE_LIST_SCRIPT, publisherScript } from './keys.ts'

type Action = ContractAction<'oracles'>

const NONE: ReadonlySet<number> = new Set()
const FIRST: ReadonlySet<number> = new Set([0])
const SECOND: ReadonlySet<number> = new Set([1])

export const oraclesExplainer: ContractExplainer<'oracles'> = {
  actionOf: (context) => explainCreate(context) ?? explainTerms(context) ?? explainData(context),
  keysOf(tx) {
    const data = contractPayload(tx)
    const terms = emptyTerms()
    readOracleTerms(data, terms)
    return [terms.key, decodeOracleData(data)?.publisher].flatMap((key) =>
      key && toValidKey(key).length > 0 ? [key] : [],
    )
  },
  markerScripts: [ORACLE_LIST_SCRIPT],
  marksKeys: true,
  sentence: (_, coins, action) => action.say?.(coins) ?? say('oracles.unknown'),
  covers: () => false,
}

function explainCreate({ tx }: ExplainContext): Action | undefined {
  const created = decodeOracleCreate(contractPayload(tx))
  const marker = tx.vout[0]
  if (created === undefined || marker === undefined || !equal(marker.scriptPubKey, ORACLE_LIST_SCRIPT)) return undefined
  const { name, format } = created
  const said = say('oracles.creates', { name: displayText(name), format: displayText(format) })
  return { name: 'oracle-create', locked: NONE, markers: FIRST, say: () => said }
}

function findName(context: ExplainContext, oracle: Uint8Array): string | undefined {
  const created = context.find(oracle)
  const name = created && decodeOracleCreate(contractPayload(created))?.name
  return name && displayText(name)
}

const keyText = (key: RawKey): string | Phrase => toHex(toValidKey(key)) || say('phrase.noKey')

/**
 * Explains transactions that fund, register or subscribe. Returns undefined if the oracle is unknown or the outputs do
 * not match the function.
 */
function explainTerms(context: ExplainContext): Action | undefined {
  const { tx } = context
  const terms = emptyTerms()
  const func = readOracleTerms(contractPayload(tx), terms)
  const oracle = findName(context, terms.oracle)
  const [first, second] = tx.vout
  if (oracle === undefined || first === undefined) return undefined
  const marks = (script: Uint8Array | undefined) =>
    script !== undefined && findScriptAddress(script, { cc: true }) === keyAddress(txidKey(terms.oracle))
  const own = paysTree(first, publisherScript(toConditionKey(terms.key)))
  if (func === ORACLE_FUNC.fund && own && first.value === CONTRACT_FEE) {
    const sayAction = (coins: CoinText): Sentence => say('oracles.funds', { name: oracle, coins: coins(CONTRACT_FEE) })
    return { name: 'oracle-fund', locked: FIRST, say: sayAction }
  }
  if (func === ORACLE_FUNC.register && marks(first.scriptPubKey)) {
    const key = keyText(terms.key)
    const sayAction = (coins: CoinText): Sentence =>
      say<string | Phrase>('oracles.registers', { name: oracle, key, coins: coins(terms.amount) })
    return { name: 'oracle-register', locked: NONE, markers: new Set([0, 1]), say: sayAction }
  }
  // The key in the data is the subscriber's; only the output shows which publisher is paid.
  if (func === ORACLE_FUNC.subscribe && isCc(first) && marks(second?.scriptPubKey)) {
    const sayAction = (coins: CoinText): Sentence =>
      say('oracles.subscribes', { name: oracle, coins: coins(first.value) })
    return { name: 'oracle-subscribe', locked: FIRST, markers: SECOND, say: sayAction }
  }
  return undefined
}

function explainData(context: ExplainContext): Action | undefined {
  const { tx } = context
  const published = decodeOracleData(contractPayload(tx))
  const oracle = published && findName(context, published.oracle)
  const fee = tx.vout[2]
  if (published === undefined || oracle === undefined || fee === undefined) return undefined
  const { publisher, data } = published
  const held = paysTree(tx.vout[0], publisherScript(toConditionKey(publisher)))
  const sayAction = (coins: CoinText): Sentence =>
    say('oracles.publishes', { name: oracle, count: String(data.length), coins: coins(fee.value) })
  return { name: 'oracle-data', locked: held ? FIRST : NONE, markers: SECOND, say: sayAction }
}
