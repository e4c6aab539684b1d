import { describe, expect, it } from 'vitest'
import { CONTRACT_ACTIONS, EVAL_CODES, SUPPORTED_CONTRACTS } from '#shared/protocol/evalCodes.ts'
import { secp256k1 } from '../crypto/index.ts'
import { CONTRACT_DEFINITIONS, CONTRACT_LIST } from './list.ts'

describe('CONTRACT_DEFINITIONS', () => {
  it('contains every supported contract under its own name', () => {
    expect(Object.entries(CONTRACT_DEFINITIONS).map(([name, module]) => [name, module.name])).toEqual(
      SUPPORTED_CONTRACTS.map((name) => [name, name]),
    )
  })

  it('assigns each eval code to one contract, and its own code to each contract', () => {
    const codes = CONTRACT_LIST.flatMap(({ evalCodes }) => evalCodes)
    expect(new Set(codes).size).toBe(codes.length)
    for (const { name, evalCodes } of CONTRACT_LIST) expect(evalCodes).toContain(EVAL_CODES[name])
  })

  it('contains matching key pairs, each with a code of its contract', () => {
    for (const { evalCodes, globalKeys } of CONTRACT_LIST) {
      for (const { evalCode, publicKey, privateKey } of globalKeys) {
        expect(evalCodes).toContain(evalCode)
        expect(secp256k1.publicKey(privateKey)).toEqual(publicKey)
      }
    }
  })

  it('defines no action in two contracts', () => {
    const actions = Object.values(CONTRACT_ACTIONS).flat()
    expect(new Set(actions).size).toBe(actions.length)
  })
})
