import { beforeEach, describe, expect, it } from 'vitest'
import { COIN } from '#shared/units.ts'
import { type Transaction, txidOf } from '../../primitives/index.ts'
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
  return txidOf(tx)
}

const context = () => chain.contextFor(ann, gatewayTokens(chain))
const request = (last: Uint8Array) => ({ last, coin: GATEWAY_COIN, hex: '00' })

/** A gateway that needs two signatures, and a withdrawal without any. */
beforeEach(() => {
  const outputs = Array.from({ length: 40 }, () => ({ value: COIN, scriptPubKey: ann.p2pk }))
  // Each signer has a coin, as a bind requires.
  chain = createContractChain([...outputs, { value: COIN, scriptPubKey: ben.p2pk }], () => true)
  const { bind, deposits } = openGateway(chain)
  const { txid, amount } = deposits.find(({ person }) => person === 0)!
  const terms = { bind, coin: GATEWAY_COIN, destination: ann.pub }
  confirm(buildDepositClaim({ ...terms, deposit: txid, amount }, context()))
  withdrawal = confirm(buildWithdraw({ ...terms, amount: 500n }, context()))
})

describe('builders of signatures', () => {
  it('complete a withdrawal with as many signatures as its gateway needs', () => {
    const signed = confirm(buildPartialSign(request(withdrawal), context()))
    const completed = confirm(buildCompleteSigning(request(signed), context()))
    confirm(buildMarkDone(completed, GATEWAY_COIN, context()))
  })

  it('refuse to complete a withdrawal with fewer signatures than its gateway needs', () => {
    expect(() => buildCompleteSigning(request(withdrawal), context())).toThrow(WRONG_NUMBER)
  })

  it('refuse a partial signature more than a gateway needs, and complete with more', () => {
    const first = confirm(buildPartialSign(request(withdrawal), context()))
    const second = confirm(buildPartialSign(request(first), context()))
    expect(() => buildPartialSign(request(second), context())).toThrow(WRONG_NUMBER)
    confirm(buildCompleteSigning(request(second), context()))
  })

  it('refuse to mark as done what was completed with too few signatures', () => {
    const short = encodeComplete({ withdraw: withdrawal, coin: GATEWAY_COIN, signatures: 1, hex: '00' })
    const completed = confirmGatewayData(chain, [], short)
    chain.wait(1)
    expect(() => buildMarkDone(completed, GATEWAY_COIN, context())).toThrow(WRONG_NUMBER)
  })
})
