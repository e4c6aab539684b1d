import { isLowS, secp256k1, verifyEd25519 } from '../crypto/index.ts'
import { equal } from '../util/index.ts'
import { encodeCondition } from './attributes.ts'
import type { Condition, Ed25519Condition, Fulfillment, Secp256k1Condition, ThresholdCondition } from './types.ts'

/** Yields the node and all its descendants, depth first, in tree order. */
function* walkNodes(node: Condition): Generator<Condition> {
  yield node
  if (node.type === 'threshold') for (const sub of node.subs) yield* walkNodes(sub)
  if (node.type === 'prefix') yield* walkNodes(node.sub)
}

/** Returns the condition that a fulfillment fulfills, as an output's script pushes it. */
export function deriveCondition(fulfillment: Fulfillment): Uint8Array {
  return encodeCondition(fulfillment)
}

/** State of a tree: `signed` means fulfilled with the participation of at least one signature. */
type Progress = 'open' | 'fulfilled' | 'signed'

/** Computes the state of a tree. Visits each node once, at any depth. */
function computeProgress(node: Condition): Progress {
  switch (node.type) {
    case 'anon':
      return 'open'
    case 'preimage':
    case 'eval':
      return 'fulfilled'
    case 'ed25519':
    case 'secp256k1':
      return node.signature === undefined ? 'open' : 'signed'
    case 'prefix':
      return computeProgress(node.sub) === 'open' ? 'open' : 'fulfilled'
    case 'threshold':
      return progressOfThreshold(node)
  }
}

function progressOfThreshold({ threshold, subs }: ThresholdCondition): Progress {
  const progress = subs.map(computeProgress)
  const fulfilled = progress.reduce((count, each) => (each === 'open' ? count : count + 1), 0)
  // The network requires a point at which exactly `threshold` nodes are fulfilled, after at least one node. A threshold
  // of zero therefore needs a first node that is not fulfilled.
  const enough = threshold === 0 ? progress[0] === 'open' : fulfilled >= threshold
  if (!enough) return 'open'
  return progress.includes('signed') ? 'signed' : 'fulfilled'
}

/** Returns true if the tree contains enough data to be encoded as a fulfillment (crypto-conditions.md §1). */
export function isFulfilled(node: Condition): boolean {
  return computeProgress(node) !== 'open'
}

/** Returns true if the tree is fulfilled with the participation of a signature (crypto-conditions.md §1). */
export function isSigned(node: Condition): boolean {
  return computeProgress(node) === 'signed'
}

/** Returns the codes of all eval nodes, depth first. Each has to be validated by its module. */
export function collectEvalCodes(fulfillment: Fulfillment): Uint8Array[] {
  const codes: Uint8Array[] = []
  for (const node of walkNodes(fulfillment)) if (node.type === 'eval') codes.push(node.code)
  return codes
}

/** Returns the signer as modules see it: the first secp256k1 key in depth-first order. 33 bytes. */
export function firstSecpKey(fulfillment: Fulfillment): Uint8Array | undefined {
  for (const node of walkNodes(fulfillment)) if (node.type === 'secp256k1') return node.publicKey
  return undefined
}

/**
 * Returns true if every signature in the tree is valid for the 32-byte message; unsigned nodes count as invalid.
 * Nothing else is checked: the caller must also compare `deriveCondition` with the output and validate
 * `collectEvalCodes` (crypto-conditions.md §4).
 */
export function verifyFulfillment(fulfillment: Fulfillment, message: Uint8Array): boolean {
  for (const node of walkNodes(fulfillment)) {
    if (node.type === 'secp256k1' && !verifySecp256k1(node, message)) return false
    if (node.type === 'ed25519' && !isSignedBy(node, message)) return false
  }
  return true
}

function verifySecp256k1({ publicKey, signature }: Secp256k1Condition, message: Uint8Array): boolean {
  // Unlike in a script's signature, a high S is rejected, not normalised.
  return signature !== undefined && isLowS(signature) && secp256k1.verify(signature, message, publicKey)
}

function isSignedBy({ publicKey, signature }: Ed25519Condition, message: Uint8Array): boolean {
  return signature !== undefined && verifyEd25519(signature, message, publicKey)
}

/**
 * Signs every secp256k1 node of this key over the 32-byte message (RFC 6979, low S). Returns the signed tree, or the
 * same object if no node has this key.
 */
export function signCondition<T extends Condition>(tree: T, privateKey: Uint8Array, message: Uint8Array): T {
  const publicKey = secp256k1.publicKey(privateKey)
  let signature: Uint8Array | undefined
  const signed = (node: Condition): Condition => {
    if (node.type === 'secp256k1' && equal(node.publicKey, publicKey)) {
      signature ??= secp256k1.sign(message, privateKey)
      return { ...node, signature }
    }
    if (node.type !== 'threshold') return node
    const subs = node.subs.map(signed)
    return subs.some((sub, i) => sub !== node.subs[i]) ? { ...node, subs } : node
  }
  return signed(tree) as T
}
