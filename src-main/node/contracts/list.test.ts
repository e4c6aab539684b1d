import { describe, expect, it } from 'vitest'
import { CONTRACT_ACTIONS, EVAL_CODES, OWN_CONTRACTS } from '#shared/protocol/evalCodes.ts'
import { secp256k1 } from '../crypto/index.ts'
import { CONTRACT_DEFINITIONS, CONTRACT_LIST } from './list.ts'

describe('the list of modules', () => {
  it('has every contract that this program knows, under its own name', () => {
    expect(Object.entries(CONTRACT_DEFINITIONS).map(([name, module]) => [name, module.name])).toEqual(
      OWN_CONTRACTS.map((name) => [name, name]),
    )
  })

  it('gives each eval code to one module, and to each module that of its name', () => {
    const codes = CONTRACT_LIST.flatMap(({ evalCodes }) => evalCodes)
    expect(new Set(codes).size).toBe(codes.length)
    for (const { name, evalCodes } of CONTRACT_LIST) expect(evalCodes).toContain(EVAL_CODES[name])
  })

  it('has key pairs that fit, each of a code of its module', () => {
    for (const { evalCodes, globalKeys } of CONTRACT_LIST) {
      for (const { evalCode, publicKey, privateKey } of globalKeys) {
        expect(evalCodes).toContain(evalCode)
        expect(secp256k1.publicKey(privateKey)).toEqual(publicKey)
      }
    }
  })

  it('has no action in two modules', () => {
    const actions = Object.values(CONTRACT_ACTIONS).flat()
    expect(new Set(actions).size).toBe(actions.length)
  })
})
