import type { Coin } from '../core/index.ts'
import type { Transaction, TxOut } from '../primitives/types.ts'
import {
  type Classified,
  classify,
  countSigOps,
  isPayToCryptoCondition,
  isPayToScriptHash,
  isPushOnly,
  OP,
  parseOps,
} from '../script/index.ts'
import { isDust } from './fees.ts'
export interface StandardRules {
  /** epoch of the next block, which decides the allowed transaction versions */
  readonly epoch: 'sprout' | 'overwinter' | 'sapling'
  readonly ccEnabled: boolean
  readonly dataCarrierBytes: number
  readonly permitBareMultisig: boolean
  readonly minRelayFeeRate: bigint
}

const MAX_SCRIPT_SIG_BYTES = 1650
const MAX_MULTISIG_KEYS = 9
/** Maximum number of signature operations in a P2SH redeem script of unknown form. */
const MAX_P2SH_SIGOPS = 15

const VERSIONS = {
  sprout: { first: 1, last: 2, reason: 'version' },
  overwinter: { first: 3, last: 3, reason: 'overwinter-version' },
  sapling: { first: 4, last: 4, reason: 'sapling-version' },
} as const

/**
 * Returns why a transaction is not standard (transactions-and-script.md §3.3), or undefined if it is standard. Policy
 * only: a block may include such a transaction.
 */
export function nonStandardReason(tx: Transaction, rules: StandardRules): string | undefined {
  const { first, last, reason } = VERSIONS[rules.epoch]
  if (tx.version < first || tx.version > last) return reason
  for (const { scriptSig } of tx.vin) {
    if (scriptSig.length > MAX_SCRIPT_SIG_BYTES) return 'scriptsig-size'
    if (!isPushOnly(scriptSig)) return 'scriptsig-not-pushonly'
  }
  let dataOutputs = 0
  for (const output of tx.vout) {
    const { type } = classify(output.scriptPubKey, { cc: rules.ccEnabled })
    if (!isStandardOutput(output, rules)) return 'scriptpubkey'
    if (type === 'nulldata') dataOutputs++
    else if (type === 'multisig' && !rules.permitBareMultisig) return 'bare-multisig'
    else if (!isPayToCryptoCondition(output.scriptPubKey) && isDust(output, rules.minRelayFeeRate)) return 'dust'
  }
  return dataOutputs > 1 ? 'multi-op-return' : undefined
}

function isStandardOutput({ scriptPubKey }: TxOut, { ccEnabled, dataCarrierBytes }: StandardRules): boolean {
  const { type, required = 0, solutions } = classify(scriptPubKey, { cc: ccEnabled })
  if (type === 'nonstandard') return false
  if (type === 'nulldata') return scriptPubKey.length <= dataCarrierBytes
  if (type !== 'multisig') return true
  const keys = solutions.length - 2
  return keys >= 1 && keys <= MAX_MULTISIG_KEYS && required >= 1 && required <= keys
}

/**
 * Returns true if each input spends an output of a known form with exactly the stack items of this form. A redeem
 * script may also have an unknown form if it has few signature operations.
 *
 * @param tx a standard transaction, so its input scripts only push
 * @param coins in input order
 */
export function inputsAreStandard(tx: Transaction, coins: readonly Coin[], ccEnabled: boolean): boolean {
  return tx.vin.every(({ scriptSig }, index) => {
    const pushed = pushedItems(scriptSig)
    const script = coins[index]!.scriptPubKey
    const expected = expectedItems(classify(script, { cc: ccEnabled }))
    if (pushed === undefined || expected === undefined) return false
    if (!isPayToScriptHash(script)) return pushed.length === expected
    const redeemScript = pushed.at(-1)
    if (redeemScript === undefined) return false
    const inner = classify(redeemScript, { cc: ccEnabled })
    if (inner.type === 'nonstandard') return countSigOps(redeemScript, true) <= MAX_P2SH_SIGOPS
    const more = expectedItems(inner)
    return more !== undefined && pushed.length === expected + more
  })
}

/**
 * Returns the number of stack items needed to unlock the output.
 * @returns undefined for a form that cannot be unlocked
 */
function expectedItems({ type, required = 0 }: Classified): number | undefined {
  switch (type) {
    case 'pubkey':
    case 'scripthash':
    case 'cryptocondition':
      return 1
    case 'pubkeyhash':
      return 2
    case 'multisig':
      // one more than the signatures: CHECKMULTISIG pops an extra element
      return required + 1
    default:
      return undefined
  }
}

/** Returns the stack after a push-only script. @returns undefined if the script cannot run */
function pushedItems(script: Uint8Array): Uint8Array[] | undefined {
  const items: Uint8Array[] = []
  for (const op of parseOps(script)) {
    if (op === undefined || op.opcode === OP.OP_RESERVED || op.opcode > OP.OP_16) return undefined
    items.push(op.data)
  }
  return items
}
