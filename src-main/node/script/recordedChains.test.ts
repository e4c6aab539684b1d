import { describe, expect, it } from 'vitest'
import { type Condition, readFulfillment, secpNode, threshold } from '../conditions/index.ts'
import { hash160, secp256k1 } from '../crypto/index.ts'
import { computeTxid, isCoinbase, parseBlock, type Transaction, type TxOut } from '../primitives/index.ts'
import { readVector, vectorFiles } from '../testing/vectors.ts'
import { fromHex, outpointKey, toHex } from '../util/index.ts'
import {
  createSighashCache,
  decodeWif,
  disassemble,
  extractDestinations,
  findScriptAddress,
  isPayToCryptoCondition,
  opAt,
  parseOps,
  SCRIPT_FLAGS,
  signCcInput,
  signInput,
  transactionChecker,
  verifyScript,
} from './index.ts'

const CHAINS = ['tst1', 'regtest']
const CC = { cc: true }
const SAPLING_HEIGHT = 61
const SAPLING_BRANCH = 0x76b809bb
const SPROUT_BRANCH = 0
const OVERWINTER_BRANCH = 0x5ba81b19

function lines(chain: string, file: string): unknown[] {
  const text = readVector(`${chain}/${file}`)
  return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as unknown]))
}

interface Spend {
  readonly tx: Transaction
  readonly inputIndex: number
  readonly spent: TxOut
  readonly height: number
}

function readSpends(chain: string): Spend[] {
  const outputs = new Map<string, TxOut>()
  const spends: Spend[] = []
  for (const { height, hex } of lines(chain, 'blocks.jsonl') as { height: number; hex: string }[]) {
    for (const tx of parseBlock(fromHex(hex)).txs) {
      const inputs = isCoinbase(tx) ? [] : tx.vin
      inputs.forEach(({ prevout }, inputIndex) => {
        const spent = outputs.get(outpointKey(prevout))
        if (!spent) throw new Error(`no output ${outpointKey(prevout)}`)
        spends.push({ tx, inputIndex, spent, height })
      })
      const hash = computeTxid(tx)
      tx.vout.forEach((output, index) => {
        outputs.set(outpointKey({ hash, index }), output)
      })
    }
  }
  return spends
}

function verify({ tx, inputIndex, spent }: Spend, flags: number, branchId: number, evaluate?: () => boolean) {
  const { scriptSig } = tx.vin[inputIndex] as { scriptSig: Uint8Array }
  const cache = createSighashCache(tx)
  const amount = spent.value
  const checker = transactionChecker({ tx, inputIndex, amount, branchId, cache, ccEnabled: true, evaluate })
  return verifyScript({ scriptSig, scriptPubKey: spent.scriptPubKey, flags, checker })
}

const branchIdFor = ({ height }: Spend) => (height >= SAPLING_HEIGHT ? SAPLING_BRANCH : SPROUT_BRANCH)
const isCc = ({ spent }: Spend) => isPayToCryptoCondition(spent.scriptPubKey) !== false

describe('inputs of the recorded chains', () => {
  const spends = CHAINS.map(readSpends)

  it('validate in blocks and in the mempool', () => {
    for (const flags of [SCRIPT_FLAGS.BLOCK, SCRIPT_FLAGS.STANDARD]) {
      for (const spend of spends.flat()) expect(verify(spend, flags, branchIdFor(spend))).toEqual({ ok: true })
    }
    expect(spends.map((chain) => chain.length)).toEqual([26, 151])
    expect(spends.map((chain) => chain.filter(isCc).length)).toEqual([8, 39])
  })

  it('use the plain form below the upgrade, and later validate on one branch only', () => {
    const all = spends.flat()
    for (const { tx, height } of all) expect(tx.overwintered).toBe(height >= SAPLING_HEIGHT)
    const unbound = all.filter(
      (spend) => spend.tx.overwintered && verify(spend, SCRIPT_FLAGS.BLOCK, OVERWINTER_BRANCH).ok,
    )
    // Only a signature binds an input to a branch. One recorded output requires no signature, another a preimage.
    expect(unbound.map(({ tx, inputIndex }) => tx.vin[inputIndex]?.scriptSig.length)).toEqual([0, 52])
    expect(spends.map((chain) => chain.filter(({ tx }) => !tx.overwintered).length)).toEqual([8, 12])
  })

  it('fail for another amount if the transaction covers it', () => {
    const covered = spends.flat().filter((spend) => spend.tx.overwintered && isCc(spend))
    for (const spend of covered) {
      const other = { ...spend, spent: { ...spend.spent, value: spend.spent.value + 1n } }
      expect(verify(other, SCRIPT_FLAGS.BLOCK, SAPLING_BRANCH)).toEqual({ ok: false, error: 'EVAL_FALSE' })
    }
    expect(covered.length).toBeGreaterThan(30)
  })

  it('fail if a module rejects them', () => {
    for (const spend of spends.flat().filter(isCc)) {
      const verdict = verify(spend, SCRIPT_FLAGS.BLOCK, branchIdFor(spend), () => false)
      expect(verdict).toEqual({ ok: false, error: 'EVAL_FALSE' })
    }
  })
})

/** Returns every private key in the recordings, and the public ones of faucet, assets and tokens. */
function knownKeys(chain: string): Uint8Array[] {
  const texts = readVector(`${chain}/params.json`).match(/\bU\w{51}\b/g) ?? []
  const shared = [
    'Uw8FWra4tCu3LYYosVDjLHkbkKuuRgXEo6yy6bdf8w4S7sjzsPwd',
    'UuD2BTQntPcrsNqPVB9g5LhXEN5nsDZWmUovkdkrmN1DgGusNbj3',
    'Upz1puHHurHh23MbHoPwesHR4DUP6mPz4dFWXNjuBhmSZyv7zBaV',
  ]
  return [...texts, ...shared].map((text) => decodeWif(text)?.privateKey as Uint8Array)
}

/** Returns the tree that a recorded fulfillment fulfils, without its signatures. */
function unsignedTree(node: Condition): Condition {
  if (node.type === 'secp256k1') return secpNode(node.publicKey)
  return node.type === 'threshold' ? threshold(node.threshold, node.subs.map(unsignedTree)) : node
}

/** Signs the input's script again with keys. */
function signedAgain({ tx, inputIndex, spent, ...spend }: Spend, keys: readonly Uint8Array[]): Uint8Array | undefined {
  const recorded = tx.vin[inputIndex]?.scriptSig as Uint8Array
  const { scriptPubKey, value: amount } = spent
  const input = { tx, inputIndex, scriptPubKey, amount, branchId: branchIdFor({ tx, inputIndex, spent, ...spend }) }
  if (isPayToCryptoCondition(scriptPubKey)) {
    const fulfillment = opAt(recorded, 0)?.data.subarray(0, -1) as Uint8Array
    return signCcInput(input, unsignedTree(readFulfillment(fulfillment)!), keys)
  }
  const byHash = new Map(keys.map((key) => [toHex(hash160(secp256k1.publicKey(key))), key]))
  const { scriptSig, solved } = signInput(input, {
    keyOf(hash) {
      const privateKey = byHash.get(toHex(hash))
      return privateKey && { privateKey, compressed: true }
    },
    // The redeem script is the last push of the recorded input.
    scriptOf: () => [...parseOps(recorded)].at(-1)?.data,
  })
  return solved ? scriptSig : undefined
}

describe('signing the recorded inputs again', () => {
  it.each([
    ['tst1', 26, 26],
    ['regtest', 151, 133],
  ])('creates the same bytes on %s for all known keys', (chain, inputs, remade) => {
    const keys = knownKeys(chain)
    const spends = readSpends(chain)
    let same = 0
    for (const spend of spends) {
      const again = signedAgain(spend, keys)
      if (!again) continue
      expect(toHex(again)).toBe(toHex(spend.tx.vin[spend.inputIndex]?.scriptSig as Uint8Array))
      same++
    }
    expect([spends.length, same]).toEqual([inputs, remade])
  })
})

interface ShownScript {
  readonly asm: string
  readonly hex: string
  readonly type?: string
  readonly reqSigs?: number
  readonly addresses?: string[]
}

/** Collects every object that contains an assembly text, from any reply. */
function shownScripts(value: unknown, found: Map<string, ShownScript>): void {
  if (typeof value !== 'object' || value === null) return
  const { asm, hex } = value as Partial<ShownScript>
  if (typeof asm === 'string' && typeof hex === 'string') found.set(`${hex} ${asm}`, value as ShownScript)
  for (const inner of Object.values(value)) shownScripts(inner, found)
}

/** Returns the scripts of a `decodescript` reply, which does not repeat its argument. */
function decodedScript(line: { method?: unknown; params?: unknown[]; response_raw?: string }): ShownScript | undefined {
  if (line.method !== 'decodescript' || !line.response_raw) return undefined
  const { result } = JSON.parse(line.response_raw) as { result: Omit<ShownScript, 'hex'> | null }
  return result ? { ...result, hex: String(line.params?.[0]) } : undefined
}

function allShownScripts(): ShownScript[] {
  const found = new Map<string, ShownScript>()
  for (const chain of CHAINS) {
    for (const file of vectorFiles(chain).filter((name) => name.endsWith('.jsonl'))) {
      for (const line of lines(chain, file)) {
        shownScripts(line, found)
        const { response_raw: reply } = line as { response_raw?: string }
        if (reply?.startsWith('{'))
          shownScripts(
            attempt(() => JSON.parse(reply)),
            found,
          )
        const decoded = decodedScript(line as Parameters<typeof decodedScript>[0])
        if (decoded) found.set(`${decoded.hex} ${decoded.asm}`, decoded)
      }
    }
  }
  return [...found.values()]
}

function attempt(run: () => unknown): unknown {
  try {
    return run()
  } catch {
    // Some recorded replies are deliberately not valid JSON.
    return undefined
  }
}

describe('decoded scripts in recorded replies', () => {
  const shown = allShownScripts()
  const outputs = shown.filter(({ type }) => type !== undefined)
  const inputs = shown.filter(({ type }) => type === undefined)

  it('get the same assembly text', () => {
    for (const { hex, asm, type } of shown) {
      expect(disassemble(fromHex(hex), { sighashNames: type === undefined })).toBe(asm)
    }
    expect(inputs.length).toBe(202)
    expect(outputs.length).toBe(123)
  })

  it('get the same type, number of signatures and addresses', () => {
    for (const { hex, type, reqSigs, addresses } of outputs) {
      const script = fromHex(hex)
      const described = extractDestinations(script, CC)
      expect({ ...described, required: described.required }).toEqual({
        type,
        required: reqSigs,
        addresses: addresses ?? [],
      })
      if (type !== 'multisig') expect(findScriptAddress(script, CC)).toBe(addresses?.[0])
    }
  })
})
