import { describe, expect, it } from 'vitest'
import { chainParamsFromArgs, simulatedNotarisation } from '../consensus/index.ts'
import type { CcView, IndexedAddress } from '../core/index.ts'
import {
  computeTxid,
  parseTransaction,
  readTransaction,
  serializeTransaction,
  type Transaction,
  type TxOut,
} from '../primitives/index.ts'
import { indexedAddress, opReturnScript } from '../script/index.ts'
import { mulberry32, nightly, vectorLines } from '../testing/index.ts'
import { ByteReader, DecodeError, fromHex, hashKey, toHex } from '../util/index.ts'
import { ContractEvaluator } from './evaluator.ts'
import { createContractExplainer } from './explain.ts'
import { decodeCcInputs } from './framework/ccInputs.ts'
import { contractPayload } from './framework/opReturn.ts'
import { type ChainModel, createChainModel } from './testing/chainModel.ts'
import { type RecordedCall, readRecordedBlocks } from './testing/recorded.ts'

/** Mutations per recording: 200,000 in total in nightly runs. */
const EACH = nightly() ? 100_000 : 300
/** Maximum processor time per transaction; the time of other processes is not counted. */
const MAX_MICROSECONDS = 50_000

const RECORDINGS = [
  { folder: 'mods1', name: 'MODS', seed: 17 },
  { folder: 'mods2', name: 'MODT', seed: 18 },
] as const

describe.each(RECORDINGS)('mutated transactions of $folder, seed $seed,', ({ folder, name, seed }) => {
  const rules = chainParamsFromArgs([
    `-ac_name=${name}`,
    '-regtest',
    '-ac_supply=100000',
    '-ac_reward=1000000000',
    '-ac_cc=2',
  ])
  const chain = createChainModel()
  for (const block of [...(folder === 'mods2' ? [rules.genesis] : []), ...readRecordedBlocks(folder)]) {
    chain.connect(block)
  }

  it(`get a verdict and an explanation within the time limit and without an error (${EACH} mutations)`, () => {
    const view = unchangingView(chain, simulatedNotarisation(rules, chain.tip().height))
    const find = (txid: Uint8Array) => view.transaction(txid)?.tx
    const subjects = contractTransactions([...chain.transactions(), ...sentTransactions(folder)])
    const evaluator = new ContractEvaluator(rules)
    const explain = createContractExplainer()
    const random = mulberry32(seed)

    /** Decodes, validates and explains a transaction, as a node does with a new one. */
    function check(bytes: Uint8Array) {
      const started = process.cpuUsage()
      const tx = parseTransaction(bytes)
      const verdicts = decodeCcInputs(tx).flatMap((input, i) =>
        (input?.evalCodes ?? []).map((code) => evaluator.evaluate(code, tx, i, view.tip().height + 1, view).ok),
      )
      const spent = tx.vin.map(({ prevout }) => find(prevout.hash)?.vout[prevout.index])
      explain({ tx, spent, find, known: [] })
      const { user, system } = process.cpuUsage(started)
      return { verdicts, microseconds: user + system }
    }

    const slow: string[] = []
    let most = 0
    const counts = { transactions: 0, accepted: 0, refused: 0 }
    while (counts.transactions < EACH) {
      const bytes = mutated(subjects[Math.floor(random() * subjects.length)]!, subjects, random)
      if (bytes === undefined) continue
      const { verdicts, microseconds } = check(bytes)
      expect(verdicts.every((ok) => typeof ok === 'boolean')).toBe(true)
      counts.transactions++
      counts[verdicts.every(Boolean) ? 'accepted' : 'refused']++
      // Garbage collection or compilation may have run in between, so repeat a slow transaction.
      const time = microseconds > MAX_MICROSECONDS ? Math.min(microseconds, check(bytes).microseconds) : microseconds
      most = Math.max(most, time)
      if (time > MAX_MICROSECONDS) slow.push(toHex(bytes))
    }
    expect(counts.refused).toBeGreaterThan(EACH / 3)
    expect(counts.accepted).toBeGreaterThan(0)
    // The daily test must not depend on the load of the machine.
    if (!nightly()) return
    console.info(folder, counts, `most ${most} µs`)
    expect(slow).toEqual([])
  })
})

function sentTransactions(folder: string): Transaction[] {
  return vectorLines<RecordedCall>(`${folder}/transcript.jsonl`).flatMap(({ method, params }) =>
    method === 'sendrawtransaction' && typeof params?.[0] === 'string'
      ? [readTransaction(new ByteReader(fromHex(params[0])))]
      : [],
  )
}

function contractTransactions(all: readonly Transaction[]): Transaction[] {
  const byId = new Map(all.map((tx) => [hashKey(computeTxid(tx)), tx]))
  return [...byId.values()].filter((tx) => decodeCcInputs(tx).some((input) => input !== undefined))
}

/** Caches lookups of the model, which otherwise searches the whole chain each time. The chain must not change. */
function unchangingView(chain: ChainModel, notarised: number): CcView {
  const toKey = (address: IndexedAddress | undefined) => address && `${address.type}${hashKey(address.hash)}`
  const coins = Map.groupBy(chain.coins(), ({ scriptPubKey }) => toKey(indexedAddress(scriptPubKey)))
  const histories = Map.groupBy(listHistory(chain, toKey), ({ key }) => key)
  return {
    ...chain.view(),
    addressHistory: (address) => histories.get(toKey(address)!) ?? [],
    unspent: (address) =>
      (coins.get(toKey(address)) ?? []).map(({ outpoint: { hash: txid, index }, height }) => ({ txid, index, height })),
    notarisedHeight: () => notarised,
  }
}

type AddressKey = (address: IndexedAddress | undefined) => string | undefined

/** Lists the addresses that each transaction touched, each once per transaction. */
function listHistory(chain: ChainModel, toKey: AddressKey) {
  const toAddressKey = ({ scriptPubKey }: TxOut) => toKey(indexedAddress(scriptPubKey))
  return chain.transactions().flatMap((tx) => {
    const { height, time: blockTime } = chain.find(computeTxid(tx))!.block
    const spent = tx.vin.flatMap(({ prevout }) => chain.find(prevout.hash)?.tx.vout[prevout.index] ?? [])
    const keys = new Set([...tx.vout, ...spent].map(toAddressKey))
    return [...keys].flatMap((key) => (key === undefined ? [] : [{ key, height, blockTime }]))
  })
}

type Random = () => number

const below = (limit: number, random: Random): number => Math.floor(random() * limit)

/** Returns the bytes of a mutated transaction, or undefined if they do not parse. */
function mutated(tx: Transaction, others: readonly Transaction[], random: Random): Uint8Array | undefined {
  const change = random() < 0.5 ? changeParts : changeData
  const bytes = serializeTransaction({ ...tx, ...change(tx, others, random) })
  try {
    parseTransaction(bytes)
    return bytes
  } catch (error) {
    if (error instanceof DecodeError) return undefined
    throw error
  }
}

/** Changes bytes of scripts and amounts, and drops outputs and inputs or takes some from other transactions. */
function changeParts(tx: Transaction, others: readonly Transaction[], random: Random) {
  const pick = <T>(from: readonly T[]): T => from[below(from.length, random)]!
  const vout: TxOut[] = [...tx.vout]
  const vin = [...tx.vin]
  for (let changes = 1 + below(3, random); changes > 0; changes--) {
    const n = below(vout.length, random)
    const output = vout[n]!
    switch (below(7, random)) {
      case 0:
        vout[n] = { ...output, value: pick([0n, 1n, 9_999n, 10_000n, 10_001n, output.value + 1n, 2n ** 62n]) }
        break
      case 1:
        if (vout.length > 1) vout.splice(n, 1)
        break
      case 2:
        vout.splice(n, 0, pick(pick(others).vout))
        break
      case 3:
        if (vin.length > 1) vin.splice(below(vin.length, random), 1)
        break
      case 4:
        vin.splice(below(vin.length + 1, random), 0, pick(pick(others).vin))
        break
      case 5:
        vout[n] = { ...output, scriptPubKey: withByte(output.scriptPubKey, random) }
        break
      default:
        vout.push({ ...vout.pop()!, scriptPubKey: withByte(tx.vout.at(-1)!.scriptPubKey, random) })
    }
  }
  return { vin, vout }
}

function withByte(script: Uint8Array, random: Random): Uint8Array {
  const changed = script.slice(0, random() < 0.1 ? below(script.length, random) : undefined)
  if (changed.length > 0) changed[below(changed.length, random)] = below(256, random)
  return changed
}

/** Changes the contract's data in well-formed pushes, drops or duplicates an output, and reverses the inputs. */
function changeData(tx: Transaction, _others: readonly Transaction[], random: Random) {
  const vout: TxOut[] = [...tx.vout]
  const data = contractPayload(tx)?.slice()
  if (data && data.length > 0) {
    for (let n = below(4, random); n > 0; n--) data[below(data.length, random)] = below(256, random)
    const cut = below(3, random) === 0 ? data.subarray(0, below(data.length + 1, random)) : data
    vout[vout.length - 1] = { value: 0n, scriptPubKey: opReturnScript(cut) }
  }
  if (below(3, random) === 0 && vout.length > 1) vout.splice(below(vout.length, random), 1)
  if (below(3, random) === 0) vout.splice(below(vout.length + 1, random), 0, vout[below(vout.length, random)]!)
  const at = below(vout.length, random)
  if (below(2, random) === 0) vout[at] = { ...vout[at]!, value: BigInt(below(3, random)) * 10_000n }
  return { vout, vin: below(3, random) === 0 ? [...tx.vin].reverse() : tx.vin }
}
