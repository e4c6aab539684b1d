import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { ccOne, encodeFulfillment, signCondition } from '../../../conditions/index.ts'
import { secp256k1, sha256d } from '../../../crypto/index.ts'
import { parseTransaction, serializeTransaction, type Transaction, type TxOut } from '../../../primitives/index.ts'
import { ccScript, SIGHASH, signatureHash } from '../../../script/index.ts'
import { FAUCET_KEY } from '../keys.ts'

/** Input of a search. Plain data, so that it can be sent to a thread. */
export interface SearchTask {
  /** a signed claim as bytes */
  readonly transaction: Uint8Array
  /** satoshis of the deposits that it spends, in input order */
  readonly amounts: readonly bigint[]
  readonly branchId: number
  /** first counter, 32 bits */
  readonly counter: number
  /** 32 bytes that make the signatures of this search unique */
  readonly seed: Uint8Array
  /** required zero bits at both ends of the txid: 8, or fewer in tests */
  readonly zeroBits: number
}

export interface Attempts {
  /** Makes up to `count` attempts. @returns the claim's bytes if an attempt succeeded */
  run(count: number): Uint8Array | undefined
  /** Returns the number of attempts so far. */
  made(): number
}

/**
 * Number of attempts per counter value if the claim spends several deposits, because a new counter costs one signature
 * per deposit.
 */
const ATTEMPTS_PER_COUNTER = 1024
const COUNTER_BYTES = 4
const TREE = ccOne(EVAL_CODES.faucet, FAUCET_KEY.publicKey)
const SCRIPT = ccScript(TREE)

/**
 * Creates the attempts of one search, deterministic for a task. A claim's id covers its signatures, and a signature
 * depends on the counter and on its nonce, so each attempt makes a new signature. With one deposit, the usual case,
 * each attempt also has a new counter.
 */
export function createAttempts(task: SearchTask): Attempts {
  const bytes = task.transaction.slice()
  const view = new DataView(bytes.buffer)
  const tx = parseTransaction(task.transaction)
  const signatureOffsets = findSignatureOffsets(tx, bytes)
  const last = signatureOffsets.length - 1
  const counterOffset = findCounterOffset(tx, bytes)
  const entropy = task.seed.slice()
  const entropyView = new DataView(entropy.buffer)
  const limit = 1 << (8 - task.zeroBits)
  const mask = 0x100 - limit
  const perCounter = signatureOffsets.length === 1 ? 1 : ATTEMPTS_PER_COUNTER
  let counter = task.counter >>> 0
  let left = 0
  let made = 0
  let hashes: Uint8Array[] = []

  /** Writes the next counter, and all signatures except the last. */
  function nextCounter(): void {
    view.setUint32(counterOffset, counter, true)
    hashes = signatureHashes(withCounter(tx, bytes.subarray(counterOffset, counterOffset + COUNTER_BYTES)), task)
    counter = (counter + 1) >>> 0
    for (let i = 0; i < last; i++) bytes.set(secp256k1.sign(hashes[i]!, FAUCET_KEY.privateKey), signatureOffsets[i]!)
    left = perCounter
  }

  return {
    run(count) {
      for (let i = 0; i < count; i++) {
        if (left === 0) nextCounter()
        left--
        entropyView.setUint32(0, made, true)
        entropyView.setUint32(4, Math.floor(made / 2 ** 32), true)
        made++
        bytes.set(secp256k1.signWith(hashes[last]!, FAUCET_KEY.privateKey, entropy), signatureOffsets[last]!)
        const id = sha256d(bytes)
        if ((id[0]! & mask) === 0 && (id[31]! & mask) === 0) return bytes.slice()
      }
      return undefined
    },
    made: () => made,
  }
}

function signatureHashes(tx: Transaction, { amounts, branchId }: SearchTask): Uint8Array[] {
  return amounts.map((amount, inputIndex) =>
    signatureHash({ tx, inputIndex, scriptCode: SCRIPT, hashType: SIGHASH.ALL, amount, branchId }),
  )
}

function withCounter(tx: Transaction, counter: Uint8Array): Transaction {
  const data = tx.vout.at(-1) as TxOut
  const scriptPubKey = data.scriptPubKey.slice()
  scriptPubKey.set(counter, scriptPubKey.length - COUNTER_BYTES)
  return { ...tx, vout: [...tx.vout.slice(0, -1), { ...data, scriptPubKey }] }
}

/** Finds the offset of each input's signature in the transaction's bytes. */
function findSignatureOffsets(tx: Transaction, bytes: Uint8Array): number[] {
  const inScript = computeSignatureOffset()
  let from = 0
  return tx.vin.map(({ prevout, scriptSig }) => {
    // An input starts with the id of the spent transaction, which does not occur earlier in the bytes.
    const at = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).indexOf(prevout.hash, from)
    const script = at + 36 + (scriptSig.length < 0xfd ? 1 : 3)
    from = script + scriptSig.length
    return script + pushHeaderLength(scriptSig) + inScript
  })
}

/** Returns the number of bytes before the fulfilment in a script: opcode and length of its push. */
function pushHeaderLength(scriptSig: Uint8Array): number {
  return scriptSig[0]! < 0x4c ? 1 : scriptSig[0] === 0x4c ? 2 : 3
}

/** Returns the offset of the signature in a fulfilment of the pool's condition, whose length is constant. */
function computeSignatureOffset(): number {
  const signature = secp256k1.sign(new Uint8Array(32).fill(1), FAUCET_KEY.privateKey)
  const fulfilled = signCondition(TREE, FAUCET_KEY.privateKey, new Uint8Array(32).fill(1))
  return Buffer.from(encodeFulfillment(fulfilled)).indexOf(signature)
}

/** Returns the offset of the counter: at the end of the last output's script. */
function findCounterOffset(tx: Transaction, bytes: Uint8Array): number {
  const script = (tx.vout.at(-1) as TxOut).scriptPubKey
  const at = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).lastIndexOf(script)
  const unchanged = serializeTransaction(tx).length === bytes.length
  if (at < 0 || !unchanged) throw new Error('the transaction is not a searchable claim')
  return at + script.length - COUNTER_BYTES
}
