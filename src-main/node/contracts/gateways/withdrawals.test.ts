import { beforeEach, describe, expect, it } from 'vitest'
import { COIN } from '#shared/units.ts'
import { computeTxid, type Transaction } from '../../primitives/index.ts'
import { type ContractChain, createContractChain } from '../testing/contractChain.ts'
import { PEOPLE } from '../testing/histories.ts'
import { buildDepositClaim } from './deposits.ts'
import { encodeComplete } from './encode.ts'
import { confirmGatewayData, GATEWAY_COIN, gatewayTokens, openGateway } from './testing/openGateway.ts'
import { buildCompleteSigning, buildMarkDone, buildPartialSign, buildWithdraw } from './withdrawals.ts'

const [ann, ben] = PEOPLE
const WRONG_NUMBER = 'invalid number of signs!'

let chain: ContractChain
let withdrawal: Uint8Array

function confirm(tx: Transaction): Uint8Array {
  expect(chain.findRefusal(tx)).toBeUndefined()
  chain.confirm([tx])
  chain.wait(1)
  return computeTxid(tx)
}

const context = () => chain.contextFor(ann, gatewayTokens(chain))
const request = (last: Uint8Array) => ({ last, coin: GATEWAY_COIN, hex: '00' })

/** Creates a gateway that needs two signatures, and an unsigned withdrawal. */
beforeEach(() => {
  const outputs = Array.from({ length: 40 }, () => ({ value: COIN, scriptPubKey: ann.p2pk }))
  // A bind requires that each signer has coins.
  chain = createContractChain([...outputs, { value: COIN, scriptPubKey: ben.p2pk }], () => true)
  const { bind, deposits } = openGateway(chain)
  const { txid, amount } = deposits.find(({ person }) => person === 0)!
  const terms = { bind, coin: GATEWAY_COIN, destination: ann.pub }
  confirm(buildDepositClaim({ ...terms, deposit: txid, amount }, context()))
  withdrawal = confirm(buildWithdraw({ ...terms, amount: 500n }, context()))
})

describe('gateway signature builders', () => {
  it('complete a withdrawal with the number of signatures that its gateway requires', () => {
    const signed = confirm(buildPartialSign(request(withdrawal), context()))
    const completed = confirm(buildCompleteSigning(request(signed), context()))
    confirm(buildMarkDone(completed, GATEWAY_COIN, context()))
  })

  it('reject completing a withdrawal with fewer signatures than required', () => {
    expect(() => buildCompleteSigning(request(withdrawal), context())).toThrow(WRONG_NUMBER)
  })

  it('reject a partial signature beyond the required number, but complete with one more', () => {
    const first = confirm(buildPartialSign(request(withdrawal), context()))
    const second = confirm(buildPartialSign(request(first), context()))
    expect(() => buildPartialSign(request(second), context())).toThrow(WRONG_NUMBER)
    confirm(buildCompleteSigning(request(second), context()))
  })

  it('reject marking as done a withdrawal completed with too few signatures', () => {
    const short = encodeComplete({ withdraw: withdrawal, coin: GATEWAY_COIN, signatures: 1, hex: '00' })
    const completed = confirmGatewayData(chain, [], short)
    chain.wait(1)
    expect(() => buildMarkDone(completed, GATEWAY_COIN, context())).toThrow(WRONG_NUMBER)
  })
})
