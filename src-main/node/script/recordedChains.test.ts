import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isCoinbase, parseBlock, type Transaction, txidOf } from '../primitives/index.ts'
import { fromHex, outpointKey, toHex } from '../util/index.ts'
import {
  addressOf,
  createSighashCache,
  describe as describeOutput,
  disassemble,
  indexedAddress,
  isPayToCryptoCondition,
  SCRIPT_FLAGS,
  signInput,
  transactionChecker,
  verifyScript,
} from './index.ts'

const VECTORS = resolve(import.meta.dirname, '../../../../shared/vectors')
const CC = { cc: true }
const SAPLING_BRANCH = 0x76b809bb
/** Both chains: plain transactions below, Sapling ones from here on. */
const SAPLING_HEIGHT = 61

interface RecordedBlock {
  readonly height: number
  readonly hex: string
}

function lines<T>(path: string): T[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T)
}

interface Tally {
  inputs: number
  cc: number
  legacy: number
  failures: string[]
}

function verifyChain(path: string): Tally {
  const outputs = new Map<string, { value: bigint; scriptPubKey: Uint8Array }>()
  const tally: Tally = { inputs: 0, cc: 0, legacy: 0, failures: [] }
  for (const { height, hex } of lines<RecordedBlock>(path)) {
    const branchId = height >= SAPLING_HEIGHT ? SAPLING_BRANCH : 0
    for (const tx of parseBlock(fromHex(hex)).txs) {
      if (!isCoinbase(tx)) verifyInputs(tx, branchId, outputs, tally)
      const hash = txidOf(tx)
      tx.vout.forEach((output, index) => outputs.set(outpointKey({ hash, index }), output))
    }
  }
  return tally
}

function verifyInputs(
  tx: Transaction,
  branchId: number,
  outputs: ReadonlyMap<string, { value: bigint; scriptPubKey: Uint8Array }>,
  tally: Tally,
): void {
  const cache = createSighashCache(tx)
  tx.vin.forEach(({ prevout, scriptSig }, inputIndex) => {
    const spent = outputs.get(outpointKey(prevout))
    if (!spent) throw new Error(`no output ${outpointKey(prevout)}`)
    const checker = transactionChecker({ tx, inputIndex, amount: spent.value, branchId, cache, ccEnabled: true })
    for (const flags of [SCRIPT_FLAGS.BLOCK, SCRIPT_FLAGS.STANDARD]) {
      const verdict = verifyScript({ scriptSig, scriptPubKey: spent.scriptPubKey, flags, checker })
      if (!verdict.ok) tally.failures.push(`${toHex(txidOf(tx))}:${inputIndex} ${flags} ${verdict.error}`)
    }
    tally.inputs++
    if (isPayToCryptoCondition(spent.scriptPubKey)) tally.cc++
    if (!tx.overwintered) tally.legacy++
  })
}

describe('the recorded chains', () => {
  it.skipIf(!existsSync(VECTORS)).each(['tst1', 'regtest'])('has every input of %s valid', (chain) => {
    const tally = verifyChain(resolve(VECTORS, chain, 'blocks.jsonl'))
    console.log(chain, tally)
    expect(tally.failures).toEqual([])
  })
})
