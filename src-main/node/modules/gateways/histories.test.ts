import { describe, expect, it } from 'vitest'
import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { MODULE_FEE } from '#shared/protocol/moduleRules.ts'
import { ccOne } from '../../conditions/index.ts'
import { type Transaction, type TxOut, txidOf } from '../../primitives/index.ts'
import { ccScript } from '../../script/index.ts'
import { equal } from '../../util/index.ts'
import type { ContractContext } from '../contractContext.ts'
import { encodeOracleCreate } from '../oracles/codec.ts'
import { type ContractChain, sumValues } from '../testing/contractChain.ts'
import { ccOutput, dataOutput, draftTransaction, plainInput, plainOutput } from '../testing/drafts.ts'
import { type HistoryContract, type HistoryStep, PEOPLE, playHistories } from '../testing/histories.ts'
import { buildTokenCreate } from '../tokens/build.ts'
import { txidKey } from '../txidMarker.ts'
import { buildBind } from './bind.ts'
import { buildDepositClaim } from './deposits.ts'
import { encodeDeposit } from './encode.ts'
import { GATEWAY_TOKENS_SCRIPT } from './keys.ts'
import { buildCompleteSigning, buildMarkDone, buildPartialSign, buildWithdraw } from './withdrawals.ts'

type Kind = 'claim' | 'withdraw' | 'sign' | 'complete' | 'done'
const COIN_NAME = new TextEncoder().encode('X')
const SUPPLY = 1_000_000n
/** signatures that a withdrawal needs */
const SIGNATURES = 2
const DEPOSITS = 9

interface Deposit {
  readonly txid: Uint8Array
  readonly person: number
  readonly amount: bigint
}

/** Confirms a hand-made transaction of the first person. */
function pay(chain: ContractChain, outputs: readonly TxOut[], data: Uint8Array): Uint8Array {
  const { hash, index } = [...chain.contextFor(PEOPLE[0]).coins.coins()][0]!.outpoint
  const origin = chain.model.find(hash)!.tx
  const rest = plainOutput(origin.vout[index]!.value - sumValues(outputs) - MODULE_FEE, PEOPLE[0].pub)
  const tx = draftTransaction([plainInput(origin, index)], [...outputs, rest, dataOutput(data)])
  chain.confirm([tx])
  return txidOf(tx)
}

/** A gateway for a new token, with deposits of everybody as oracles would have confirmed them. */
function openGateway(chain: ContractChain) {
  const text = new Uint8Array()
  const format = new TextEncoder().encode('Ihh')
  const oracle = pay(chain, [], encodeOracleCreate({ name: COIN_NAME, format, description: text }))
  const request = { name: COIN_NAME, supply: SUPPLY, description: text }
  const token = buildTokenCreate(request, chain.contextFor(PEOPLE[0]))
  chain.confirm([token])
  const [tokenId, keys] = [txidOf(token), [PEOPLE[0].pub, PEOPLE[1].pub]]
  const terms = { tokenId, coin: 'X', totalSupply: SUPPLY, oracle, m: SIGNATURES, keys }
  const version = { taddr: 0, prefix: 1, prefix2: 2, wifType: 3 }
  const bind = buildBind({ ...terms, ...version }, chain.contextFor(PEOPLE[0], tokensOf(chain)))
  expect(chain.findRefusal(bind)).toBeUndefined()
  chain.confirm([bind])
  const deposits = Array.from({ length: DEPOSITS }, (_, n): Deposit => {
    const [person, amount, coinTxid] = [n % PEOPLE.length, BigInt(1000 + 777 * n), new Uint8Array(32).fill(n + 1)]
    const destination = PEOPLE[person]!.pub
    const fields = { bind: txidOf(bind), coin: COIN_NAME, height: 1, coinTxid, claimVout: 0, depositHex: '00' }
    const data = encodeDeposit({ ...fields, proof: text, destination, amount }, [])
    const marker = ccOutput(MODULE_FEE, ccOne(EVAL_CODES.gateways, destination))
    const txid = pay(chain, [marker, plainOutput(MODULE_FEE, txidKey(coinTxid))], data)
    return { txid, person, amount }
  })
  chain.wait(1)
  return { bind: txidOf(bind), deposits }
}

/** Units that lie at a key: only the one token is there. */
function tokensOf(chain: ContractChain): ContractContext['tokens'] {
  return {
    token: () => undefined,
    coins: (_tokenId, publicKey) => {
      const script = ccScript(ccOne(EVAL_CODES.tokens, publicKey))
      return chain.model.coins().filter(({ scriptPubKey }) => equal(scriptPubKey, script))
    },
  }
}

function createGateways(chain: ContractChain): HistoryContract<Kind> {
  const { bind, deposits } = openGateway(chain)
  let open: { last: Uint8Array; signatures: number } | undefined
  let completed: Uint8Array | undefined
  const depositFor = ({ pick }: HistoryStep<Kind>) => deposits[pick % Math.max(1, deposits.length)]

  return {
    build(step): Transaction | undefined {
      const { kind, person, amount } = step
      const contextFor = (n: number) => chain.contextFor(PEOPLE[n]!, tokensOf(chain))
      const deposit = depositFor(step)
      if (kind === 'claim') {
        if (deposit === undefined) return undefined
        const terms = { bind, coin: COIN_NAME, deposit: deposit.txid, amount: deposit.amount }
        return buildDepositClaim({ ...terms, destination: PEOPLE[deposit.person]!.pub }, contextFor(deposit.person))
      }
      if (kind === 'withdraw') {
        return buildWithdraw({ bind, coin: COIN_NAME, destination: PEOPLE[person]!.pub, amount }, contextFor(person))
      }
      if (kind === 'done') return completed && buildMarkDone(completed, COIN_NAME, contextFor(person))
      if (open === undefined) return undefined
      const request = { last: open.last, coin: COIN_NAME, hex: '00' }
      // Builders do not count signatures, as the reference's do not; the rules do (gateways.md §3.2).
      if (kind === 'sign')
        return open.signatures < SIGNATURES ? buildPartialSign(request, contextFor(person)) : undefined
      return open.signatures + 1 < SIGNATURES ? undefined : buildCompleteSigning(request, contextFor(person))
    },
    expectedChange(_tx, step) {
      if (step.kind === 'claim') return -depositFor(step)!.amount
      return step.kind === 'withdraw' ? step.amount : 0n
    },
    scripts: () => [GATEWAY_TOKENS_SCRIPT],
    confirmed(tx, step) {
      const txid = txidOf(tx)
      if (step.kind === 'claim') deposits.splice(deposits.indexOf(depositFor(step)!), 1)
      if (step.kind === 'withdraw') open = { last: txid, signatures: 0 }
      if (step.kind === 'sign') open = { last: txid, signatures: open!.signatures + 1 }
      if (step.kind === 'complete') [open, completed] = [undefined, txid]
      if (step.kind === 'done') completed = undefined
      chain.wait(1)
    },
    sumAdded: () => MODULE_FEE,
  }
}

describe('random histories of gateways', () => {
  it('keep every coin and unit, are accepted as built, and pay no stranger after a change', () => {
    const counts = playHistories<Kind>({
      kinds: ['claim', 'withdraw', 'withdraw', 'sign', 'sign', 'complete', 'complete', 'done'],
      opening: ['claim', 'claim', 'claim', 'withdraw', 'sign', 'complete'],
      maxAmount: 900n,
      runs: 9,
      waits: { blocks: 1, seconds: 60 },
      isNotarised: () => true,
      create: createGateways,
    })
    for (const kind of ['claim', 'withdraw', 'sign', 'complete', 'done']) expect(counts[kind], kind).toBeGreaterThan(2)
  })
})
