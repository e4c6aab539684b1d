import { closeSync, openSync, writeSync } from 'node:fs'
import {
  type ChainParams,
  coinbaseOutputs,
  EMPTY_SAPLING_ROOT,
  heightScript,
  initialUpgrades,
  nextBits,
  transactionForm,
  type UpgradeState,
  upgradesAfterConnect,
} from '../../src-main/node/consensus/index.ts'
import {
  type BlockHeader,
  blockHash,
  computeTxid,
  decodeCompact,
  merkleRoot,
  serializeBlock,
  type Transaction,
} from '../../src-main/node/primitives/index.ts'
import { concat } from '../../src-main/node/util/index.ts'

const START = 1_700_000_000
const SPACING = 60
const EMPTY_BYTES = new Uint8Array(0)
const NULL_HASH = new Uint8Array(32)
/** last item of the coinbase's input script, which must be at least two bytes long */
const PADDING = Uint8Array.of(1, 0)

interface Mined {
  readonly coinbase: Transaction
  readonly height: number
}

/**
 * A bootstrap file that grows by one block at a time: valid regtest blocks, one minute apart. No node creates them, so
 * they are neither verified nor stored until the node under test imports them.
 */
export interface ChainFile {
  /** height of the next block */
  readonly height: number
  /** network upgrades for signing transactions of the next block */
  readonly upgrades: UpgradeState
  /** hash of the last block, internal byte order */
  readonly tip: Uint8Array
  /** Appends a block. `fees` is the sum of the fees of `txs`. The coinbase pays everything to `script`. */
  mine(plan: { readonly txs: readonly Transaction[]; readonly fees: bigint; readonly script: Uint8Array }): Mined
  close(): void
}

export function createChainFile(path: string, params: ChainParams): ChainFile {
  const file = openSync(path, 'w')
  const { time, bits } = params.genesis.header
  const headers = [{ time, bits }]
  let upgrades = initialUpgrades(params)
  let tip = params.genesisHash
  const headerAt = (height: number) => headers[height]!

  return {
    get height() {
      return headers.length
    },
    get upgrades() {
      return upgrades
    },
    get tip() {
      return tip
    },
    mine({ txs, fees, script }) {
      const height = headers.length
      const vout = coinbaseOutputs(params, { height, fees, script, txs })
      if (vout === undefined) throw new Error('the coinbase cannot pay to this script')
      const coinbase = buildCoinbase(upgrades, height, vout)
      const all = [coinbase, ...txs]
      const header = solve({
        version: 4,
        prevHash: tip,
        merkleRoot: merkleRoot(all.map(computeTxid)).root,
        finalSaplingRoot: EMPTY_SAPLING_ROOT,
        time: START + height * SPACING,
        bits: nextBits(params, height, headerAt),
        nonce: NULL_HASH,
        solution: new Uint8Array(36),
      })
      append(file, params.magicBytes, serializeBlock({ header, txs: all }))
      tip = blockHash(header)
      headers.push({ time: header.time, bits: header.bits })
      upgrades = upgradesAfterConnect(params, upgrades, height, (at) => headerAt(at).time)
      return { coinbase, height }
    },
    close: () => closeSync(file),
  }
}

function buildCoinbase(upgrades: UpgradeState, height: number, vout: Transaction['vout']): Transaction {
  const scriptSig = concat(heightScript(height), PADDING)
  return {
    ...transactionForm(upgrades, height),
    vin: [{ prevout: { hash: NULL_HASH, index: 0xffffffff }, scriptSig, sequence: 0xffffffff }],
    vout,
    lockTime: 0,
    expiryHeight: 0,
    valueBalance: 0n,
    shieldedSpends: [],
    shieldedOutputs: [],
    joinSplits: [],
    joinSplitAuth: EMPTY_BYTES,
    bindingSig: EMPTY_BYTES,
  }
}

/** Finds a header hash below the target. Regtest nodes do not check the Equihash solution. */
function solve(header: BlockHeader): BlockHeader {
  const { target } = decodeCompact(header.bits)
  for (let attempt = 0; ; attempt++) {
    const nonce = new Uint8Array(32)
    new DataView(nonce.buffer).setUint32(0, attempt, true)
    const candidate = { ...header, nonce }
    const hash = Buffer.from(blockHash(candidate)).reverse().toString('hex')
    if (BigInt(`0x${hash}`) <= target) return candidate
  }
}

function append(file: number, magic: Uint8Array, block: Uint8Array): void {
  const head = Buffer.alloc(8)
  head.set(magic)
  head.writeUInt32LE(block.length, 4)
  writeSync(file, Buffer.concat([head, block]))
}
