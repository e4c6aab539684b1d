import { expect } from 'vitest'
import { CONTRACT_FEE } from '#shared/protocol/contractRules.ts'
import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { ccOne } from '../../../conditions/index.ts'
import { computeTxid, type TxOut } from '../../../primitives/index.ts'
import { ccScript } from '../../../script/index.ts'
import { equal } from '../../../util/index.ts'
import type { ContractContext } from '../../framework/contractContext.ts'
import { txidKey } from '../../framework/txidMarker.ts'
import { encodeOracleCreate } from '../../oracles/codec.ts'
import { type ContractChain, sumValues } from '../../testing/contractChain.ts'
import { ccOutput, dataOutput, draftTransaction, plainInput, plainOutput } from '../../testing/drafts.ts'
import { PEOPLE } from '../../testing/histories.ts'
import { buildTokenCreate } from '../../tokens/build.ts'
import { buildBind } from '../bind.ts'
import { encodeDeposit } from '../encode.ts'

export const GATEWAY_COIN = new TextEncoder().encode('X')
const SUPPLY = 1_000_000n
/** Number of signatures that a withdrawal needs. */
const NEEDED_SIGNATURES = 2
const DEPOSITS = 9

export interface ClaimableDeposit {
  readonly txid: Uint8Array
  readonly person: number
  readonly amount: bigint
}

/** Confirms a hand-made transaction of the first user that ends with `data`. */
export function confirmGatewayData(chain: ContractChain, outputs: readonly TxOut[], data: Uint8Array): Uint8Array {
  const { hash, index } = [...chain.contextFor(PEOPLE[0]).coins.coins()][0]!.outpoint
  const origin = chain.model.find(hash)!.tx
  const rest = plainOutput(origin.vout[index]!.value - sumValues(outputs) - CONTRACT_FEE, PEOPLE[0].pub)
  const tx = draftTransaction([plainInput(origin, index)], [...outputs, rest, dataOutput(data)])
  chain.confirm([tx])
  return computeTxid(tx)
}

/**
 * Opens a gateway for a new token that needs two signatures, with a few deposits per user, as if confirmed by oracles.
 */
export function openGateway(chain: ContractChain) {
  const text = new Uint8Array()
  const format = new TextEncoder().encode('Ihh')
  const oracle = confirmGatewayData(chain, [], encodeOracleCreate({ name: GATEWAY_COIN, format, description: text }))
  const request = { name: GATEWAY_COIN, supply: SUPPLY, description: text }
  const token = buildTokenCreate(request, chain.contextFor(PEOPLE[0]))
  chain.confirm([token])
  const [tokenId, keys] = [computeTxid(token), [PEOPLE[0].pub, PEOPLE[1].pub]]
  const terms = { tokenId, coin: 'X', totalSupply: SUPPLY, oracle, m: NEEDED_SIGNATURES, keys }
  const version = { taddr: 0, prefix: 1, prefix2: 2, wifType: 3 }
  const bind = buildBind({ ...terms, ...version }, chain.contextFor(PEOPLE[0], gatewayTokens(chain)))
  expect(chain.findRefusal(bind)).toBeUndefined()
  chain.confirm([bind])
  const deposits = Array.from({ length: DEPOSITS }, (_, n): ClaimableDeposit => {
    const [person, amount, coinTxid] = [n % PEOPLE.length, BigInt(1000 + 777 * n), new Uint8Array(32).fill(n + 1)]
    const destination = PEOPLE[person]!.pub
    const fields = { bind: computeTxid(bind), coin: GATEWAY_COIN, height: 1, coinTxid, claimVout: 0, depositHex: '00' }
    const data = encodeDeposit({ ...fields, proof: text, destination, amount }, [])
    const marker = ccOutput(CONTRACT_FEE, ccOne(EVAL_CODES.gateways, destination))
    const txid = confirmGatewayData(chain, [marker, plainOutput(CONTRACT_FEE, txidKey(coinTxid))], data)
    return { txid, person, amount }
  })
  chain.wait(1)
  return { bind: computeTxid(bind), deposits }
}

/** Returns the units at each key of a chain that has one token. */
export function gatewayTokens(chain: ContractChain): ContractContext['tokens'] {
  return {
    token: () => undefined,
    coins: (_tokenId, publicKey) => {
      const script = ccScript(ccOne(EVAL_CODES.tokens, publicKey))
      return chain.model.coins().filter(({ scriptPubKey }) => equal(scriptPubKey, script))
    },
  }
}
